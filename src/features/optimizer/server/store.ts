import { holds } from '#features/audit/server/acts-query.ts'
import type { PostType } from '#features/catalogue/contract.ts'
import type { Optimization, PromptLog } from '#features/optimizer/contract.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'

export type FinishedOptimization = {
  userId: number
  originalPrompt: string
  optimizedPrompt: string
  type: PostType | null
  models: readonly string[]
  madeBy: string
  refinedFrom: number | null
}

/** Answers its id. */
export const insertOptimization = async (sql: Sql, log: FinishedOptimization): Promise<number> => {
  const [row] = await sql<{ id: number }[]>`
    insert into prompt_optimization_logs
      (user_id, original_prompt, optimized_prompt, prompt_type, models, made_by, refined_from)
    values (${log.userId}, ${log.originalPrompt}, ${log.optimizedPrompt}, ${log.type}, ${[...log.models]},
      ${log.madeBy}, (select id from prompt_optimization_logs where id = ${log.refinedFrom}))
    returning id`
  if (!row) throw new Error('Nothing was inserted')
  return row.id
}

/** One of the member's own, else null. */
export const findOptimization = async (
  sql: Sql,
  userId: number,
  id: number,
): Promise<{ id: number; originalPrompt: string; optimizedPrompt: string } | null> => {
  const [row] = await sql<{ id: number; originalPrompt: string; optimizedPrompt: string }[]>`
    select id, original_prompt, optimized_prompt from prompt_optimization_logs
    where id = ${id} and user_id = ${userId}`
  return row ?? null
}

type Dated<T> = Omit<T, 'createdAt'> & { createdAt: Date }
const withText = <T>({ createdAt, ...row }: Dated<T>) => ({ ...row, createdAt: createdAt.toISOString() })

export const listOptimizationsOf = async (
  sql: Sql,
  userId: number,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<Optimization[]> => {
  const rows = await sql<Dated<Optimization>[]>`
    select id, original_prompt, optimized_prompt, prompt_type as type, models, refined_from, created_at
    from prompt_optimization_logs
    where user_id = ${userId} and id < ${before ?? 2_147_483_647}
    order by id desc limit ${limit}`
  return rows.map((row) => withText<Optimization>(row) as Optimization)
}

/** Answers whether there was such a one of the member's own. */
export const deleteOptimizationOf = async (sql: Sql, userId: number, id: number): Promise<boolean> => {
  const { count } = await sql`delete from prompt_optimization_logs where id = ${id} and user_id = ${userId}`
  return count > 0
}

/** Each row counts once: of two calls at the same time the second waits for the first and finds nothing left. */
export const countFinished = async (sql: Sql, userId: number): Promise<number> => {
  const [row] = await sql<{ optimized: number }[]>`
    with newly as (
      update prompt_optimization_logs set counted = true where user_id = ${userId} and not counted returning 1
    ), many as (
      select count(*)::integer as more from newly
    ), added as (
      update users set optimized = optimized + more from many where users.id = ${userId} and more > 0
      returning optimized
    )
    select coalesce((select optimized from added), (select optimized from users where id = ${userId}), 0) as optimized`
  return row?.optimized ?? 0
}

export const listPromptLogs = async (
  sql: AnySql,
  { limit, offset, q }: { limit: number; offset: number; q: string },
): Promise<PromptLog[]> => {
  const rows = await sql<Dated<PromptLog>[]>`
    select l.id, l.user_id, l.original_prompt, l.optimized_prompt, l.prompt_type, l.models, l.created_at,
      json_build_object('id', u.id, 'username', u.username) as user
    from (
      select l.id as page_id from prompt_optimization_logs l where ${q ? logsHolding(sql, q) : sql`true`}
      order by l.created_at desc, l.id desc limit ${limit} offset ${offset}) page
    join prompt_optimization_logs l on l.id = page_id join users u on u.id = l.user_id
    order by l.created_at desc, l.id desc`
  return rows.map((row) => withText<PromptLog>(row) as PromptLog)
}

// Both sides have an index of their own; the name of the joined user would leave none to use.
const logsHolding = (sql: AnySql, q: string) => sql`
  (${holds(sql, sql`l.original_prompt`, q)}
    or l.user_id = (select id from users where lower(username) = ${q.toLowerCase()}))`
