import type { AnySql } from '#server/database/connect.ts'
import { scaleTimeLimit } from '#server/limits/scale-time-limit.ts'
import { HIGHLIGHT_END, HIGHLIGHT_START } from '../contract.ts'
import { isTimedOut } from './vector-query.ts'

/**
 * The time limit for highlighting the text on a page. It usually takes a few milliseconds; long text with
 * many matches may take longer.
 */
const HIGHLIGHT_MS = scaleTimeLimit(40)

/**
 * Returns each text in full, with every word of a tsquery highlighted. Any text not processed within the time
 * limit is returned without highlights.
 */
export const highlightTexts = (sql: AnySql, texts: readonly string[], words: string) => {
  const options = `StartSel=${HIGHLIGHT_START}, StopSel=${HIGHLIGHT_END}, HighlightAll=true`
  return sql<{ marked: string }[]>`
    select case when ${isTimedOut(sql, HIGHLIGHT_MS)} then input else join_segments(
        ts_headline('public.prompt_search', segment_text(input), ${words}::tsquery, ${options})) end as marked
    from unnest(${[...texts]}::text[]) with ordinality as t(input, ord) order by ord`
}
