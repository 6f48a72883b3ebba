import type { AnySql, SqlFragment } from './connect.ts'

type Row = { id: number } & Record<string, unknown>

/**
 * A list in an account export. `list` returns one page of rows after an id, so no database connection is held
 * between pages.
 */
export type ExportSection = {
  name: string
  list: (sql: AnySql, userId: number, after: number) => Promise<readonly Row[]>
}

const PAGE_SIZE = 500
/** The page size for lists whose rows contain long text. */
export const SMALL_EXPORT_PAGE_SIZE = 20

/** Declares an export list by its query, which selects the member's rows with an id above `after`, in any order. */
export const defineExportSection = (
  name: string,
  query: (sql: AnySql, userId: number, after: number) => SqlFragment,
  pageSize = PAGE_SIZE,
): ExportSection => ({
  name,
  list: (sql, userId, after) => sql<Row[]>`${query(sql, userId, after)} order by id limit ${pageSize}`,
})
