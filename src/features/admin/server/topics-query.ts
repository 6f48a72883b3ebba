import type { AnySql, Fragment } from '#server/database/connect.ts'
import { containsText } from '#server/database/contains-text.ts'
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

/** Raises the statement timeout, because a topic may have many posts. */
export const raiseStatementTimeout = (sql: AnySql) =>
  sql`select set_config('statement_timeout', '60000', true)`
