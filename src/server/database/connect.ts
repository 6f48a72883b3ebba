import postgres from 'postgres'

/** Column names are camelCase in code and snake_case in PostgreSQL; `timestamptz` arrives as Date. */
export type Sql = postgres.Sql
/** Part of a query, made by the same tag; values in it are always parameters. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

export type Database = {
  /** The primary: every write, and a member's reads. */
  sql: Sql
  /** A replica where one is configured: visitors' reads. */
  readSql: Sql
  ping(): Promise<boolean>
  close(): Promise<void>
}

export const openDatabase = ({
  url,
  readUrl,
  max = 10,
}: {
  url: string
  readUrl?: string
  max?: number
}): Database => {
  const open = (target: string) =>
    postgres(target, { max, connect_timeout: 5, transform: postgres.camel, onnotice: () => {} })
  const sql = open(url)
  const readSql = readUrl ? open(readUrl) : sql
  return {
    sql,
    readSql,
    ping: () =>
      sql`select 1`.then(
        () => true,
        () => false,
      ),
    close: async () => {
      await Promise.all([sql.end({ timeout: 5 }), readSql === sql ? undefined : readSql.end({ timeout: 5 })])
    },
  }
}

/** Visitors' reads may come from a replica; a member must read their own writes. */
export const readsFor = ({ sql, readSql }: Database, viewer: unknown): Sql => (viewer ? sql : readSql)
