import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { limitShape } from '#core/query-shapes.ts'
import { contributorShape } from '#features/members/contract.ts'

export const getLeaderboard = endpoint({
  method: 'GET',
  path: '/api/leaderboard',
  summary: 'List the top 50 contributors and your own figures',
  tag: 'Users',
  access: 'anyone',
  query: z.object({ limit: z._default(limitShape, limits.leaderboard) }),
  reply: z.object({ topUsers: z.array(contributorShape), currentUser: z.nullable(contributorShape) }),
  cacheSeconds: 15,
})
