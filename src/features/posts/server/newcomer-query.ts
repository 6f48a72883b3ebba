import { LINK_PATTERN } from '#core/trust.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'

export type RecentPosts = { posts: number; links: number; mentions: number; files: number }

/**
 * Counts the posts that a newcomer has published within the last day, whenever they were written, those that wait for a
 * first look included: how many, how many with links, and their mentions and files.
 */
export const countRecentPosts = async (tx: AnySql, userId: number): Promise<RecentPosts> => {
  const [row] = await tx<RecentPosts[]>`
    select count(*)::integer as posts,
      (count(*) filter (where ${containsLink(tx)}))::integer as links,
      coalesce(sum(cardinality(mentions)), 0)::integer as mentions,
      coalesce(sum(cardinality(example_files)), 0)::integer as files
    from posts
    where user_id = ${userId} and coalesce(public_since, created_at) > now() - interval '1 day'
      and (not is_private or restriction is not null)`
  return row ?? { posts: 0, links: 0, mentions: 0, files: 0 }
}

const containsLink = (sql: AnySql): SqlFragment =>
  sql`concat_ws(' ', title, description, prompt, source_url) ~* ${LINK_PATTERN}`

/** Counts what each of these posts would add to what a newcomer has published, in id order. */
export const selectPostUses = (tx: AnySql, ids: readonly number[]) => tx<
  { id: number; links: number; mentions: number; files: number }[]
>`
  select id, (${containsLink(tx)})::integer as links, cardinality(mentions) as mentions, cardinality(example_files) as files
  from posts where id = any(${[...ids]}::integer[]) order by id`

/** Lists those of these posts that are public and contain a link. */
export const selectPublicPostsWithLinks = async (tx: AnySql, ids: readonly number[]): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    select id from posts where id = any(${[...ids]}::integer[]) and not is_private and ${containsLink(tx)} order by id`
  return rows.map(({ id }) => id)
}
