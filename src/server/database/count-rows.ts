import type { AnySql, SqlFragment } from './sql.ts'

/** The rows of a list are counted up to this many, so that a count takes as long however long the list is. */
export const MAX_COUNTED_ROWS = 10_000

export type RowTotals = { count: number; isMore: boolean; sums: Record<string, number> }

/**
 * Counts the rows of a list and adds up their numbers. `sums` are expressions over `rows`, each with its name. If there are
 * more rows than are counted, `isMore` is true and there are no sums, because these would be those of a part.
 */
export const countRows = async (sql: AnySql, rows: SqlFragment, sums?: SqlFragment): Promise<RowTotals> => {
  const [totals] = await sql<Record<string, number>[]>`
    select count(*)::integer as count ${sums ? sql`, ${sums}` : sql``}
    from (${rows} limit ${MAX_COUNTED_ROWS + 1}) rows`
  const { count = 0, ...rest } = totals ?? {}
  const isMore = count > MAX_COUNTED_ROWS
  return { count: Math.min(count, MAX_COUNTED_ROWS), isMore, sums: isMore ? {} : rest }
}

/** The sum of a column of `rows`, which may exceed the range of an integer. */
export const sumOf = (sql: AnySql, column: SqlFragment): SqlFragment =>
  sql`coalesce(sum(${column}), 0)::float8`
