import type { AnySql } from '#server/database/connect.ts'
import { MARK_END, MARK_START } from '../contract.ts'
import { isLate } from './vector-query.ts'

/** One page of texts is marked in a few milliseconds; long ones with many matches may take more. */
const MARKING_MS = 40

/** The texts, whole, with each word of a tsquery between marks; those that the time does not suffice for, without. */
export const markTexts = (sql: AnySql, texts: readonly string[], words: string) => {
  const options = `StartSel=${MARK_START}, StopSel=${MARK_END}, HighlightAll=true`
  return sql<{ marked: string }[]>`
    select case when ${isLate(sql, MARKING_MS)} then given else words_together(
        ts_headline('public.prompt_search', words_apart(given), ${words}::tsquery, ${options})) end as marked
    from unnest(${[...texts]}::text[]) with ordinality as t(given, at) order by at`
}
