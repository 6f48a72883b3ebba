import type { Tally } from '#features/posts/contract.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import type { AnySql, Fragment } from '#server/database/connect.ts'
import { wilsonLowerBound } from '../wilson.ts'

/** The prompt of the post `p`: as it is now, or as it was written in a version. */
export const promptOf = (sql: AnySql, promptVersion: number | undefined): Fragment =>
  promptVersion === undefined ? sql`p.prompt_version` : sql`${promptVersion}::integer`

/**
 * How often the prompt of a post, as it is now or as it was written in a version, worked with each model; the most
 * reliable model first.
 */
export const listTallies = async (sql: AnySql, postId: number, promptVersion?: number): Promise<Tally[]> => {
  const rows = await sql<Tally[]>`
    select r.model, count(*) filter (where r.worked)::integer as worked, count(*)::integer as total
    from post_results r ${joinPost(sql, sql`r.post_id`)}
    where r.post_id = ${postId} and r.prompt_version = ${promptOf(sql, promptVersion)} group by r.model order by r.model`
  return rows.toSorted(
    (a, b) => wilsonLowerBound(b.worked, b.total) - wilsonLowerBound(a.worked, a.total) || b.total - a.total,
  )
}

/** Whether the prompt of the post `p`, as it is now, has worked for somebody with one of these models. */
export const hasWorkedWith = (sql: AnySql, models: readonly string[]): Fragment => sql`
  p.has_results and exists (
    select from post_results r
    where r.post_id = p.id and r.prompt_version = p.prompt_version and r.worked and r.model = any(${[...models]}::text[]))`
