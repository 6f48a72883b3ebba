import { verifyCounts } from '#database/verify-counts.ts'
import type { Sql } from '#server/database/connect.ts'

/** Recomputes every stored count, for rows that were inserted without the application code. */
export const recomputeCounts = async (sql: Sql): Promise<void> => {
  for (const { table, id, column, expected } of await verifyCounts(sql))
    await sql`update ${sql(table)} set ${sql(column)} = ${expected} where id = ${id}`
}
