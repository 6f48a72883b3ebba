import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { type LeaderboardWindow, leaderboardWindows } from '#core/feed-windows.ts'
import { limits } from '#core/limits.ts'
import { limitSchema } from '#core/query-schemas.ts'
import { leaderboardEntrySchema } from '#features/members/contract.ts'

export const getLeaderboard = endpoint({
  method: 'GET',
  path: '/api/leaderboard',
  summary: 'List the top 50 contributors of all time, a week or a month, and your own figures and rank',
  tag: 'Users',
  access: 'anyone',
  scope: 'read',
  // This is expensive because it adds up the interactions of all other members in the period.
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
    limit: z._default(limitSchema, limits.leaderboard),
  }),
  reply: z.object({
    topUsers: z.array(leaderboardEntrySchema),
    /** `rank` is null if the member has no engagement or ranks below the lowest computed rank. */
    currentUser: z.nullable(z.extend(leaderboardEntrySchema, { rank: z.nullable(z.int()) })),
  }),
  cacheSeconds: 15,
})
