import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { containsText } from '#server/database/contains-text.ts'
import { countRows, sumOf } from '#server/database/count-rows.ts'
import type { TopicInfo, TopicLink, topicSorts } from '../contract.ts'

/** Joins the topic with the given id (an SQL expression that may be null) as `t`. */
export const joinTopic = (sql: AnySql, id: SqlFragment): SqlFragment =>
  sql`left join topics t on t.id = ${id}`

/** Returns an SQL expression for the topic that `joinTopic` finds, as JSON, or null. */
export const topicJson = (sql: AnySql): SqlFragment =>
  sql`case when t.id is null then null else json_build_object('id', t.id, 'name', t.name) end`

/**
 * Finds the topic with this slug. If there is none, finds a topic whose slug begins with it or, failing that, the topic
 * with the most similar slug.
 */
export const selectClosestTopicId = async (sql: AnySql, slug: string): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`
    select id from topics where starts_with(slug, ${slug}) or similarity(slug, ${slug}) >= 0.4
    order by slug = ${slug} desc, starts_with(slug, ${slug}) desc, similarity(slug, ${slug}) desc, post_count desc, id limit 1`
  return row?.id ?? null
}

const MAX_NAMES = 4

/** Finds topics whose names contain any of the words. Those that contain all words come first. */
export const selectTopicsByName = (sql: AnySql, { all, any }: { all: string; any: string }) => sql<
  TopicLink[]
>`
  select id, name from (
    select id, name, post_count, to_tsvector('public.prompt_search', segment_text(compose_text(name))) as words from topics
  ) t
  where words @@ ${any}::tsquery
  order by words @@ ${all}::tsquery desc, post_count desc, id limit ${MAX_NAMES}`

/** Finds topics with similar slugs, most similar first. */
export const selectSimilarTopics = (sql: AnySql, slug: string, max: number) => sql<TopicLink[]>`
  select id, name from topics where similarity(slug, ${slug}) >= 0.4
  order by similarity(slug, ${slug}) desc, post_count desc, id limit ${max}`

type Page = { q: string; sort: (typeof topicSorts)[number]; limit: number; offset: number }

const columns = (sql: AnySql): SqlFragment => sql`id, name, description, is_hot, post_count, revision`

export const selectTopicRows = (sql: AnySql, { q, sort, limit, offset }: Page) => sql<TopicInfo[]>`
  select ${columns(sql)} from topics ${matchingTopics(sql, q)}
  order by ${orders(sql)[sort]} limit ${limit} offset ${offset}`

const matchingTopics = (sql: AnySql, q: string): SqlFragment =>
  q ? sql`where ${containsText(sql, sql`name`, q)} or ${containsText(sql, sql`description`, q)}` : sql``

const orders = (sql: AnySql): Record<Page['sort'], SqlFragment> => ({
  name: sql`lower(name), id desc`,
  'name-desc': sql`lower(name) desc, id`,
  posts: sql`post_count desc, id desc`,
  'posts-asc': sql`post_count, id`,
  newest: sql`id desc`,
  oldest: sql`id`,
})

export const countTopicRows = (sql: AnySql, q: string) =>
  countRows(
    sql,
    sql`select post_count from topics ${matchingTopics(sql, q)}`,
    sql`${sumOf(sql, sql`post_count`)} as posts`,
  )
