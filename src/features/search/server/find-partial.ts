import type { AnySql } from '#server/database/connect.ts'
import { countParts, findPartial } from './partial-query.ts'
import { partsOf, weighParts } from './partial-terms.ts'
import { quoteLexeme, type SearchQueries } from './search-terms.ts'
import type { Match, Wanted } from './store.ts'
import { analyzeTerms } from './terms-query.ts'
import type { TimeLimit } from './time-limit.ts'

/** Where this many posts have all that was typed, nothing else is looked for. */
export const ENOUGH = 5
const COUNT_MS = 60
const FIND_MS = 150

/** Posts that have some of what was typed, best first; none where it cannot be taken apart. */
export const findPartialMatches = async (
  sql: AnySql,
  wanted: Wanted,
  { terms, excluded }: SearchQueries,
  time: TimeLimit,
): Promise<readonly Match[]> => {
  const texts = partsOf(terms)
  let found: readonly Match[] = []
  if (texts.length < 2) return found
  await time.keep(async () => {
    const ms = time.left(COUNT_MS)
    if (ms === 0) return
    const analyzed = (await analyzeTerms(sql, texts)).filter(({ query, lexemes }) => query && lexemes.length)
    const words = analyzed.map(({ lexemes }) => lexemes.map(quoteLexeme).join(' & '))
    const counted = await countParts(sql, words, { isMember: wanted.isMember, ms })
    const frequencies = counted.map(({ posts }) => posts)
    const parts = weighParts(analyzed, frequencies, counted[0]?.total ?? 1)
    const left = time.left(FIND_MS)
    if (parts.length > 0 && left > 0) found = await findPartial(sql, { wanted, parts, excluded, ms: left })
  })
  return found
}
