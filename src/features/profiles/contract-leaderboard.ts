import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { type LeaderboardWindow, leaderboardWindows } from '#core/feed-windows.ts'
import { limits } from '#core/limits.ts'
import { limitShape } from '#core/query-shapes.ts'
import { contributorShape } from '#features/members/contract.ts'

export const getLeaderboard = endpoint({
  method: 'GET',
  path: '/api/leaderboard',
  summary: 'List the top 50 contributors of all time, a week or a month, and your own figures and rank',
  tag: 'Users',
  access: 'anyone',
  // Expensive, because it sums up everything that other members did in the period.
  expensive: {
    name: 'leaderboard',
    max: 600,
    when: ({ window }: { window: LeaderboardWindow }) => window !== 'all',
  },
  query: z.object({
    window: z._default(
      z.enum(leaderboardWindows, `window must be one of ${leaderboardWindows.join(', ')}`),
      'all',
    ),
    limit: z._default(limitShape, limits.leaderboard),
  }),
  reply: z.object({
    topUsers: z.array(contributorShape),
    /** `rank` is null for a member without engagement, or with a rank below those that are counted. */
    currentUser: z.nullable(z.extend(contributorShape, { rank: z.nullable(z.int()) })),
  }),
  cacheSeconds: 15,
})
