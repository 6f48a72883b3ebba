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

/** Lists the ids of public posts after one, in order. */
export const selectPublicPostIds = async (sql: Sql, after: number, max: number): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select id from posts where id > ${after} and not is_private order by id limit ${max}`
  return rows.map(({ id }) => id)
}

/**
 * Lists the ranges of `size` ids that contain a public post, numbered from 1. Each range takes one lookup in the primary
 * key.
 */
export const selectRangesWithPublicPosts = async (sql: Sql, size: number): Promise<number[]> => {
  const rows = await sql<{ range: number }[]>`
    select range from generate_series(1, (select (max(id) - 1) / ${size}::integer + 1 from posts)) as range
    where exists (
      select from posts
      where id > (range - 1) * ${size}::integer and id <= range * ${size}::integer and not is_private)
    order by range`
  return rows.map(({ range }) => range)
}
