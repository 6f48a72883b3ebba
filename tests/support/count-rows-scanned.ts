import type { AnySql, Sql } from '#server/database/connect.ts'

/**
 * Counts the rows of a table that `query` reads without an index. The statistics of a connection also hold what its
 * earlier transactions read and have not reported yet, so the rows are those between two readings.
 */
export const countRowsScanned = async (
  sql: Sql,
  table: string,
  query: (tx: AnySql) => Promise<unknown>,
): Promise<number> =>
  sql.begin(async (tx) => {
    const readSoFar = async () => {
      const [row] = await tx<{ rows: number }[]>`
        select seq_tup_read::integer as rows from pg_stat_xact_user_tables where relname = ${table}`
      if (!row) throw new Error(`There is no table "${table}".`)
      return row.rows
    }
    const before = await readSoFar()
    await query(tx)
    return (await readSoFar()) - before
  })
