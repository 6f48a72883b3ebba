import { verifyCounts } from '#database/verify-counts.ts'
import type { Sql } from '#server/database/connect.ts'

/** Sets every denormalised column to what it counts, for rows that were inserted without the rules. */
export const countTruly = async (sql: Sql): Promise<void> => {
  for (const { table, id, column, expected } of await verifyCounts(sql))
    await sql`update ${sql(table)} set ${sql(column)} = ${expected} where id = ${id}`
}
