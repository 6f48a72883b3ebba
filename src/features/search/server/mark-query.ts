import type { AnySql } from '#server/database/connect.ts'
import { MARK_END, MARK_START } from '../contract.ts'
import { isLate } from './vector-query.ts'

/** Highlighting a page of texts takes a few milliseconds; long texts with many matches may take more. */
const HIGHLIGHT_MS = 40

/**
 * Returns the whole texts with each word of a tsquery highlighted. Texts that the time does not suffice for
 * come back without highlights.
 */
export const markTexts = (sql: AnySql, texts: readonly string[], words: string) => {
  const options = `StartSel=${MARK_START}, StopSel=${MARK_END}, HighlightAll=true`
  return sql<{ marked: string }[]>`
    select case when ${isLate(sql, HIGHLIGHT_MS)} then input else words_together(
        ts_headline('public.prompt_search', words_apart(input), ${words}::tsquery, ${options})) end as marked
    from unnest(${[...texts]}::text[]) with ordinality as t(input, ord) order by ord`
}
