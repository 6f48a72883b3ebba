import type { AnySql } from '#server/database/connect.ts'

/** Stores the list of words that mean the same in a search, in place of the one before. */
export const storeSynonyms = (sql: AnySql, list: string) => sql`select store_search_synonyms(${list})`
