import type { AnySql } from '#server/database/connect.ts'
import { scaleTimeLimit } from '#server/limits/scale-time-limit.ts'
import { HIGHLIGHT_END, HIGHLIGHT_START } from '../contract.ts'
import { isTimedOut } from './vector-query.ts'

/**
 * The time limit for highlighting the text on a page. It usually takes a few milliseconds; long text with
 * many matches may take longer.
 */
const HIGHLIGHT_MS = scaleTimeLimit(40)

export type MarkedTexts = { id: number; title: string; description: string; prompt: string }

/**
 * Returns the texts of posts in full, but at most `maxPromptLength` characters of the prompt, with every word of a tsquery
 * highlighted. Any text not processed within the time limit is returned without highlights. Titles come first because they matter most.
 */
export const selectMarkedTexts = (
  sql: AnySql,
  ids: readonly number[],
  { words, maxPromptLength }: { words: string; maxPromptLength: number },
) => {
  const options = `StartSel=${HIGHLIGHT_START}, StopSel=${HIGHLIGHT_END}, HighlightAll=true`
  return sql<MarkedTexts[]>`
    with texts as materialized (
      select id, part, case when ${isTimedOut(sql, HIGHLIGHT_MS)} then input else join_segments(
        ts_headline('public.prompt_search', segment_text(input), ${words}::tsquery, ${options})) end as marked
      from (
        select id, part, input from posts
        cross join lateral (values (1, title), (2, description), (3, left(prompt, ${maxPromptLength}::integer))) t(part, input)
        where id = any(${[...ids]}::integer[]) order by part
      ) inputs
    )
    select id, min(marked) filter (where part = 1) as title, min(marked) filter (where part = 2) as description,
      min(marked) filter (where part = 3) as prompt
    from texts group by id`
}
