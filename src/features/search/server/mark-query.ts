import type { AnySql } from '#server/database/connect.ts'
import { MARK_END, MARK_START } from '../contract.ts'

/** The texts, whole, with the words that match the query between marks. */
export const markTexts = (sql: AnySql, texts: readonly string[], text: string) => {
  const options = `StartSel=${MARK_START}, StopSel=${MARK_END}, HighlightAll=true`
  return sql<{ marked: string }[]>`
    select words_together(ts_headline('public.prompt_search', words_apart(given), search_query(${text}), ${options}))
      as marked
    from unnest(${[...texts]}::text[]) with ordinality as t(given, at) order by at`
}
