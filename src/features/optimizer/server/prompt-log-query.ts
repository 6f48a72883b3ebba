import type { timeSorts } from '#core/query-schemas.ts'
import { joinMember, senderJson, userIdByUsername } from '#features/members/server/profile-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { containsText } from '#server/database/contains-text.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { PromptLog } from '../contract.ts'

type Page = { q: string; sort: (typeof timeSorts)[number]; limit: number; offset: number }

export const selectPromptLogs = (sql: AnySql, { q, sort, limit, offset }: Page) => {
  const order = sort === 'oldest' ? sql`l.created_at, l.id` : sql`l.created_at desc, l.id desc`
  return sql<PromptLog[]>`
    select l.id, l.user_id, l.original_prompt, l.optimized_prompt, l.prompt_type, l.models, l.created_at,
      ${senderJson(sql)} as user
    from (
      select l.id as page_id from prompt_optimization_logs l ${matchingLogs(sql, q)}
      order by ${order} limit ${limit} offset ${offset}) page
    join prompt_optimization_logs l on l.id = page_id ${joinMember(sql, sql`l.user_id`)}
    order by ${order}`
}

export const countPromptLogs = (sql: AnySql, q: string) =>
  countRows(sql, sql`select from prompt_optimization_logs l ${matchingLogs(sql, q)}`)

// Each side of the `or` can use its own index. A condition on the username of a joined user would prevent PostgreSQL
// from using both.
const matchingLogs = (sql: AnySql, q: string): SqlFragment =>
  q
    ? sql`where (${containsText(sql, sql`l.original_prompt`, q)} or l.user_id = ${userIdByUsername(sql, null, q)})`
    : sql``
