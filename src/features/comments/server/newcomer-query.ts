import { LINK_PATTERN } from '#core/trust.ts'
import type { AnySql } from '#server/database/connect.ts'

export type RecentComments = { comments: number; links: number; mentions: number }

/** Counts a newcomer's comments of the last day: how many, how many with links, and their mentions. */
export const countRecentComments = async (tx: AnySql, userId: number): Promise<RecentComments> => {
  const [row] = await tx<RecentComments[]>`
    select count(*)::integer as comments, (count(*) filter (where content ~* ${LINK_PATTERN}))::integer as links,
      coalesce(sum(cardinality(mentions)), 0)::integer as mentions
    from comments where user_id = ${userId} and created_at > now() - interval '1 day'`
  return row ?? { comments: 0, links: 0, mentions: 0 }
}
