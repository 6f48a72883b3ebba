import { toTopicSlug } from '#core/slugs.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { Topic } from '../contract.ts'

type TopicInfo = {
  id: number
  name: string
  description: string
  isHot: boolean
  postCount: number
  revision: number
}
type TopicForm = { name: string; description: string }

/** Lists all topics, sorted by name. */
export const selectTopics = (sql: AnySql): Promise<Topic[]> =>
  sql<Topic[]>`select id, name, is_hot from topics order by lower(name), id`

/** An SQL expression that adds up the stored post counts of all topics, because counting the posts would read a million rows. */
export const totalPostCount = (sql: AnySql): SqlFragment =>
  sql`(select coalesce(sum(post_count), 0)::int from topics)`

const columns = (sql: AnySql): SqlFragment => sql`id, name, description, is_hot, post_count, revision`

/** Locks a topic that is about to be changed or deleted. Returns null if it does not exist. */
export const lockTopic = async (sql: AnySql, id: number): Promise<TopicInfo | null> => {
  const [row] = await sql<TopicInfo[]>`select ${columns(sql)} from topics where id = ${id} for update`
  return row ?? null
}

/** Returns whether the topic exists, and prevents its deletion until the transaction ends. */
export const lockTopicForShare = async (sql: AnySql, id: number): Promise<boolean> =>
  (await sql`${topicLockedForShare(sql, id)}`).length > 0

/** The query of `lockTopicForShare`, as part of a larger statement. It finds nothing if `id` is null. */
export const topicLockedForShare = (sql: AnySql, id: number | null): SqlFragment =>
  sql`select id from topics where id = ${id}::integer for key share`

export const selectTopicName = async (sql: AnySql, slug: string): Promise<string | null> => {
  const [row] = await sql<{ name: string }[]>`select name from topics where slug = ${slug}`
  return row?.name ?? null
}

/** An SQL expression for the id of the topic with this slug, null if there is none. */
export const topicIdOf = (sql: AnySql, slug: string): SqlFragment =>
  sql`(select topics.id from topics where slug = ${slug})`

/** An SQL condition that is true if there is a topic with the given id (an SQL expression). */
export const topicExists = (sql: AnySql, id: SqlFragment): SqlFragment =>
  sql`exists (select from topics where topics.id = ${id})`

/** Returns the names of those of these topics that exist, in alphabetical order, with their ids. */
export const selectTopicNames = (sql: AnySql, ids: readonly number[]) => sql<{ id: number; name: string }[]>`
  select id, name from topics where id = any(${[...ids]}::integer[]) order by name`

/** A subquery for the name of the topic with the given id (an SQL expression). */
export const topicNameById = (sql: AnySql, id: SqlFragment): SqlFragment =>
  sql`(select name from topics where topics.id = ${id})`

export const selectTopicsBySlug = (sql: AnySql, slugs: string[]) =>
  sql<{ id: number; slug: string }[]>`select id, slug from topics where slug = any(${slugs}::text[])`

/** Creates a topic. Returns null if a topic with the same slug exists. */
export const insertTopic = async (
  sql: AnySql,
  { name, description }: TopicForm,
): Promise<TopicInfo | null> => {
  const [row] = await sql<TopicInfo[]>`
    insert into topics (name, slug, description) values (${name}, ${toTopicSlug(name)}, ${description})
    on conflict (slug) do nothing returning ${columns(sql)}`
  return row ?? null
}

/** Inserts imported topics that do not exist yet. The rows are sent as a single JSON parameter. */
export const insertTopics = (sql: AnySql, topics: { name: string; slug: string }[]) => sql`
  insert into topics (name, slug)
  select name, slug from json_to_recordset(${JSON.stringify(topics)}::text::json) as t(name text, slug text)
  order by slug
  on conflict (slug) do nothing`

/**
 * Updates a topic. Returns null if another topic has the same slug. Throws `duplicate` if a topic with that slug is
 * created concurrently.
 */
export const updateTopicRow = async (
  sql: AnySql,
  id: number,
  { name, description }: TopicForm,
): Promise<TopicInfo | null> => {
  const slug = toTopicSlug(name)
  const [row] = await sql<TopicInfo[]>`
    update topics set name = ${name}, slug = ${slug}, description = ${description}, revision = revision + 1
    where id = ${id} and not exists (select from topics other where other.slug = ${slug} and other.id <> ${id})
    returning ${columns(sql)}`
  return row ?? null
}

export const updateTopicIsHot = (sql: AnySql, id: number, isHot: boolean) =>
  sql`update topics set is_hot = ${isHot} where id = ${id}`

/** Deletes a topic. Its posts are read as posts without a topic, although they still refer to it. */
export const deleteTopicRow = (sql: AnySql, id: number) => sql`delete from topics where id = ${id}`

/**
 * Adds totals (from `sumContributions` in the members feature) to the post counts of topics. Locks the topics in id
 * order, after the members, as every transaction does. The fragment can be used as a complete statement or inside a
 * larger one.
 */
export const addToTopicPostCounts = (sql: AnySql, totals: SqlFragment): SqlFragment => sql`
  with totals as (${totals}), locked as (
    select id from topics where id in (select topic_id from totals where post_count <> 0)
    order by id for no key update
  )
  update topics set post_count = topics.post_count + totals.post_count
  from totals join locked on locked.id = totals.topic_id where topics.id = totals.topic_id`
