import type { Sql } from '#server/database/connect.ts'
import { joinPostTopic } from './access-query.ts'

export type PostLinkRow = { id: number; seoSlug: string; topicName: string | null; createdAt: Date }

/** Lists the public posts in a range of ids. Scans the primary key, so the last range is as fast as the first. */
export const selectPostLinks = (sql: Sql, from: number, to: number): Promise<PostLinkRow[]> => sql<
  PostLinkRow[]
>`
  select p.id, p.seo_slug, t.name as topic_name, p.created_at
  from posts p ${joinPostTopic(sql)}
  where p.id >= ${from} and p.id < ${to} and not p.is_private order by p.id`

export const selectMaxPostId = async (sql: Sql): Promise<number> => {
  const [row] = await sql<{ id: number | null }[]>`select max(id) as id from posts`
  return row?.id ?? 0
}
