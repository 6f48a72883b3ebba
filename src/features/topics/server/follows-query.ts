import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { Topic } from '../contract.ts'

/** Follows a topic. Returns false if there is no such topic. */
export const insertTopicFollow = async (sql: Sql, userId: number, topicId: number): Promise<boolean> => {
  const rows = await sql`
    with topic as (select id from topics where id = ${topicId}), added as (
      insert into user_topic_follows (user_id, topic_id) select ${userId}::integer, id from topic
      on conflict do nothing
    )
    select id from topic`
  return rows.length > 0
}

/** Unfollows a topic. Returns false if there is no such topic. */
export const deleteTopicFollow = async (sql: Sql, userId: number, topicId: number): Promise<boolean> => {
  const rows = await sql`
    with removed as (delete from user_topic_follows where user_id = ${userId} and topic_id = ${topicId})
    select id from topics where id = ${topicId}`
  return rows.length > 0
}

/** Returns whether the member follows a topic, or null if there is no such topic. */
export const selectTopicFollowState = async (
  sql: Sql,
  userId: number,
  topicId: number,
): Promise<boolean | null> => {
  const [row] = await sql<{ isFollowing: boolean }[]>`
    select exists (
      select from user_topic_follows where user_id = ${userId} and topic_id = t.id) as is_following
    from topics t where id = ${topicId}`
  return row?.isFollowing ?? null
}

export const selectFollowedTopics = (sql: Sql, userId: number): Promise<Topic[]> => sql<Topic[]>`
  select t.id, t.name, t.is_hot from user_topic_follows f join topics t on t.id = f.topic_id
  where f.user_id = ${userId} order by lower(t.name), t.id`

/** Returns the topics that a member follows as a JSON column. `userId` is an SQL expression for the member's id. */
export const followedTopicsColumn = (sql: AnySql, userId: SqlFragment): SqlFragment => sql`
  (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'isHot', t.is_hot)
    order by lower(t.name), t.id), '[]')
  from user_topic_follows f join topics t on t.id = f.topic_id where f.user_id = ${userId})`

export const topicFollowExport = defineExportSection(
  'follows',
  (sql, user, after) => sql`
    select id, topic_id, created_at, (select name from topics t where t.id = f.topic_id) as topic
    from user_topic_follows f where user_id = ${user} and id > ${after}`,
)
