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
  summary: 'List the top 50 contributors and your own figures',
  tag: 'Users',
  access: 'anyone',
  reply: z.object({ topUsers: z.array(contributorShape), currentUser: z.nullable(contributorShape) }),
  cacheSeconds: 15,
})
