import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { contributorShape } from '#features/members/contract.ts'

export const getLeaderboard = endpoint({
  method: 'GET',
  path: '/api/leaderboard',
  summary: 'List the top 50 contributors and your own figures',
  tag: 'Users',
  access: 'anyone',
  reply: z.object({ topUsers: z.array(contributorShape), currentUser: z.nullable(contributorShape) }),
  cacheSeconds: 15,
})
