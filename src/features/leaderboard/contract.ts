import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'

export const contributorShape = z.object({
  id: z.int(),
  username: z.string(),
  avatar: z.nullable(z.string()),
  postCount: z.int(),
  totalUpvotes: z.int(),
  totalEngagement: z.int(),
})
export type Contributor = z.output<typeof contributorShape>

export const getLeaderboard = endpoint({
  method: 'GET',
  path: '/api/leaderboard',
  summary: 'The top 50 contributors, and where the asking member stands',
  tag: 'Users',
  reply: z.object({ topUsers: z.array(contributorShape), currentUser: z.nullable(contributorShape) }),
  visitorCache: 15,
})
