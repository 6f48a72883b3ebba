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

export const upsertSiteText = async (sql: AnySql, name: SiteTextName, text: string): Promise<Row> => {
  const [row] = await sql<Row[]>`
    insert into site_texts (name, text) values (${name}, ${text})
    on conflict (name) do update set text = excluded.text, updated_at = now()
    returning id, text, updated_at`
  if (!row) throw new Error(`The text of ${name} was not stored`)
  return row
}
