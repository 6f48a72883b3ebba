import { topicSlug } from '#core/slugs.ts'
import type { AnySql, Fragment } from '#server/database/connect.ts'
import { containsText } from '#server/database/contains-text.ts'
import type { TopicForm } from '../contract-form.ts'
import type { TopicRow, topicSorts } from '../contract-topics.ts'

type Page = { q: string; sort: (typeof topicSorts)[number]; limit: number; offset: number }

const columns = (sql: AnySql): Fragment => sql`id, name, description, is_hot, post_count`

export const listTopicRows = (sql: AnySql, { q, sort, limit, offset }: Page) => sql<TopicRow[]>`
  select ${columns(sql)} from topics
  ${q ? sql`where ${containsText(sql, sql`name`, q)} or ${containsText(sql, sql`description`, q)}` : sql``}
  order by ${orders(sql)[sort]}, id desc limit ${limit} offset ${offset}`

const orders = (sql: AnySql): Record<Page['sort'], Fragment> => ({
  name: sql`lower(name)`,
  posts: sql`post_count desc`,
  newest: sql`id desc`,
})

export const lockTopic = async (sql: AnySql, id: number): Promise<TopicRow | null> => {
  const [row] = await sql<TopicRow[]>`select ${columns(sql)} from topics where id = ${id} for update`
  return row ?? null
}

/** Returns null if a topic with the same slug exists. */
export const insertTopic = async (
  sql: AnySql,
  { name, description }: TopicForm,
): Promise<TopicRow | null> => {
  const [row] = await sql<TopicRow[]>`
    insert into topics (name, slug, description) values (${name}, ${topicSlug(name)}, ${description})
    on conflict (slug) do nothing returning ${columns(sql)}`
  return row ?? null
}

/** Returns null if another topic has the same slug; throws `duplicate` if one is created concurrently. */
export const updateTopicRow = async (
  sql: AnySql,
  id: number,
  { name, description }: TopicForm,
): Promise<TopicRow | null> => {
  const slug = topicSlug(name)
  const [row] = await sql<TopicRow[]>`
    update topics set name = ${name}, slug = ${slug}, description = ${description}
    where id = ${id} and not exists (select from topics other where other.slug = ${slug} and other.id <> ${id})
    returning ${columns(sql)}`
  return row ?? null
}

export const findNameBySlug = async (sql: AnySql, slug: string): Promise<string | null> => {
  const [row] = await sql<{ name: string }[]>`select name from topics where slug = ${slug}`
  return row?.name ?? null
}

export const updateHot = (sql: AnySql, id: number, isHot: boolean) =>
  sql`update topics set is_hot = ${isHot} where id = ${id}`

/** Raises the statement timeout, because a topic may have many posts. */
export const raiseStatementTimeout = (sql: AnySql) =>
  sql`select set_config('statement_timeout', '60000', true)`

/** Deletes a topic; the foreign key clears it from the topic's posts. */
export const deleteTopicRow = (sql: AnySql, id: number) => sql`delete from topics where id = ${id}`
