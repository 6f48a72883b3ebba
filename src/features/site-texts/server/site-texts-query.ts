import type { AnySql } from '#server/database/connect.ts'
import type { SiteTextName } from '../contract-values.ts'

type Row = { id: number; text: string; updatedAt: Date }

/**
 * Returns the text that the operator has written, or null if there is none. An empty text means that the default text
 * applies.
 */
export const selectSiteText = async (sql: AnySql, name: SiteTextName): Promise<Row | null> => {
  const [row] = await sql<Row[]>`select id, text, updated_at from site_texts where name = ${name}`
  return row ?? null
}

/** Prevents other changes of a text until the transaction ends, also while the operator has not written it yet. */
export const lockSiteText = (tx: AnySql, name: SiteTextName) => tx`
  select pg_advisory_xact_lock(hashtextextended('site text ' || ${name}::text, 0))`

export const upsertSiteText = async (sql: AnySql, name: SiteTextName, text: string): Promise<Row> => {
  const [row] = await sql<Row[]>`
    insert into site_texts (name, text) values (${name}, ${text})
    on conflict (name) do update set text = excluded.text, updated_at = now()
    returning id, text, updated_at`
  if (!row) throw new Error(`The text of ${name} was not stored`)
  return row
}
