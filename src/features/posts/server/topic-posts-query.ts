import { topicExists } from '#features/topics/server/topics-query.ts'
import type { AnySql } from '#server/database/connect.ts'

/** A position in a topic's list of public posts, newest first. */
export type TopicPost = { id: number; createdAt: Date }

/**
 * Lists up to `max` of a topic's public posts after the given one, newest first. A private post has no topic.
 */
export const selectTopicPosts = (
  sql: AnySql,
  topicId: number,
  after: TopicPost | undefined,
  max: number,
) => sql<TopicPost[]>`
  select id, created_at from posts where topic_id = ${topicId} and not is_private
    ${after === undefined ? sql`` : sql`and (created_at, id) < (${after.createdAt}, ${after.id})`}
  order by created_at desc, id desc limit ${max}`

/** Takes these posts out of a topic that has been deleted. Locks them in id order. */
export const clearTopicOfPosts = (tx: AnySql, topicId: number, ids: readonly number[]) => tx`
  with locked as materialized (
    select id from posts where id = any(${[...ids]}::integer[]) and topic_id = ${topicId} order by id for no key update
  )
  update posts set topic_id = null from locked where posts.id = locked.id`

/** Finds the deleted topics that posts still refer to. Reads one row per topic. */
export const selectDeletedTopicIds = async (sql: AnySql): Promise<number[]> => {
  const rows = await sql<{ topicId: number }[]>`
    with recursive used as (
      (select topic_id from posts where not is_private and topic_id is not null order by topic_id limit 1)
      union all
      select (select topic_id from posts where not is_private and topic_id > used.topic_id order by topic_id limit 1)
      from used where used.topic_id is not null
    )
    select topic_id from used where topic_id is not null and not ${topicExists(sql, sql`used.topic_id`)}`
  return rows.map(({ topicId }) => topicId)
}
