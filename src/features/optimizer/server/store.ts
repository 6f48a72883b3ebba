import type { PostType } from '#core/model-catalogue.ts'
import {
  incrementOptimizationCount,
  selectOptimizedCount,
} from '#features/members/server/member-counters-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { defineExportSection, SMALL_EXPORT_PAGE_SIZE } from '#server/database/export-section.ts'
import type { Optimization } from '../contract.ts'

export type NewOptimization = {
  userId: number
  originalPrompt: string
  optimizedPrompt: string
  type: PostType | null
  models: readonly string[]
  optimizerVersion: string
  refinedFrom: number | null
}

/** Stores an optimization and returns the id of the new row. */
export const insertOptimization = async (sql: Sql, log: NewOptimization): Promise<number> => {
  const [row] = await sql<{ id: number }[]>`
    insert into prompt_optimization_logs
      (user_id, original_prompt, optimized_prompt, prompt_type, models, optimizer_version, refined_from)
    values (${log.userId}, ${log.originalPrompt}, ${log.optimizedPrompt}, ${log.type}, ${[...log.models]},
      ${log.optimizerVersion}, (select id from prompt_optimization_logs where id = ${log.refinedFrom}))
    returning id`
  if (!row) throw new Error('The optimization was not inserted')
  return row.id
}

/** Returns the optimization, or null if it does not belong to this member. */
export const selectOptimization = async (
  sql: Sql,
  userId: number,
  id: number,
): Promise<{ id: number; originalPrompt: string; optimizedPrompt: string } | null> => {
  const [row] = await sql<{ id: number; originalPrompt: string; optimizedPrompt: string }[]>`
    select id, original_prompt, optimized_prompt from prompt_optimization_logs
    where id = ${id} and user_id = ${userId}`
  return row ?? null
}

export const selectOptimizations = (
  sql: Sql,
  userId: number,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<Optimization[]> => sql<Optimization[]>`
  select id, original_prompt, optimized_prompt, prompt_type as type, models, refined_from, created_at
  from prompt_optimization_logs
  where user_id = ${userId} and id < ${before ?? 2_147_483_647}
  order by id desc limit ${limit}`

/** Deletes the optimization. Returns false if it did not belong to this member. */
export const deleteOptimizationRow = async (sql: Sql, userId: number, id: number): Promise<boolean> => {
  const { count } = await sql`delete from prompt_optimization_logs where id = ${id} and user_id = ${userId}`
  return count > 0
}

/**
 * Adds the member's uncounted optimizations to their total and returns the total. Each row is counted only once: the
 * second of two concurrent calls waits for the first call's row locks and then finds no uncounted rows.
 */
export const recordNewOptimizations = async (sql: Sql, userId: number): Promise<number> => {
  const [row] = await sql<{ optimized: number }[]>`
    with newly_counted as (
      update prompt_optimization_logs set counted = true where user_id = ${userId} and not counted returning 1
    ), total as (
      select count(*)::integer as increment from newly_counted
    ), updated as (
      ${incrementOptimizationCount(sql, userId, sql`total`)}
    )
    select coalesce((select optimized from updated), (${selectOptimizedCount(sql, userId)}), 0) as optimized`
  return row?.optimized ?? 0
}

export const optimizationExport = defineExportSection(
  'optimizations',
  (sql, user, after) => sql`
    select id, original_prompt, optimized_prompt, prompt_type, models, created_at
    from prompt_optimization_logs where user_id = ${user} and id > ${after}`,
  SMALL_EXPORT_PAGE_SIZE,
)
