import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { limitShape, offsetShape } from '#core/query-shapes.ts'
import { cleanText } from '#core/text.ts'
import { filterShape } from '#features/feeds/contract.ts'
import { postCardShape } from '#features/posts/contract.ts'

/** Around each matched word of a highlighted text: private-use characters, never HTML. */
export const MARK_START = '\uE000'
export const MARK_END = '\uE001'

/** Where a page of results begins: behind the result with this rank, score and id. */
export type SearchAnchor = { rank: number; score: number; id: number }
const ANCHOR = /^(\d{1,9})_(-?\d{1,9})_([1-9]\d{0,8})$/

export const isSearchAnchor = (text: string): boolean => ANCHOR.test(text)

export const searchAnchorOf = (result: SearchResult): string => `${result.rank}_${result.score}_${result.id}`

/** A result: the card, its rank, and title, description and prompt with the matches marked. */
export const searchResultShape = z.extend(postCardShape, {
  /** Higher is a better match; a whole number. */
  rank: z.int(),
  marked: z.object({ title: z.string(), description: z.string(), prompt: z.string() }),
  /** The words searched for instead, when what was typed occurs nowhere. */
  correctedTo: z.nullable(z.string()),
  /** Whether the post has only some of what was typed: listed where fewer than five posts have all of it. */
  isPartial: z.boolean(),
  /**
   * How many posts have all of what was typed; `isMore` where there may be more than are counted. Null for a search by filters or
   * exclusions alone.
   */
  found: z.nullable(z.object({ count: z.int(), isMore: z.boolean() })),
  /** How many words or phrases were left out, because no more than twelve are searched for. */
  ignoredTerms: z.int(),
})
export type SearchResult = z.output<typeof searchResultShape>

const queryTextShape = z._default(
  z.pipe(
    z
      .string('q must be given once')
      .check(z.maxLength(limits.search, `q must be at most ${limits.search} characters`)),
    z.transform(cleanText),
  ),
  '',
)

export const searchPosts = endpoint({
  method: 'GET',
  path: '/api/search',
  summary:
    'Full-text search: words, "phrases", -word, type:, model:, topic:, author:; the first twelve terms count',
  tag: 'Search',
  query: z.object({
    q: queryTextShape,
    limit: limitShape,
    offset: offsetShape,
    after: z.optional(
      z.pipe(
        z.string('after is not valid').check(z.regex(ANCHOR, 'after is not valid')),
        z.transform((text: string): SearchAnchor => {
          const [, rank, score, id] = ANCHOR.exec(text) ?? []
          return { rank: Number(rank), score: Number(score), id: Number(id) }
        }),
      ),
    ),
    ...filterShape,
  }),
  reply: z.array(searchResultShape),
  visitorCache: 10,
})

const searchNamesShape = z.object({
  topics: z.array(z.object({ id: z.int(), name: z.string() })),
  people: z.array(z.object({ id: z.int(), username: z.string(), avatar: z.nullable(z.string()) })),
})
export type SearchNames = z.output<typeof searchNamesShape>

export const searchNames = endpoint({
  method: 'GET',
  path: '/api/search/names',
  summary: 'The topics and members whose names match a search, a few of each',
  tag: 'Search',
  query: z.object({ q: queryTextShape }),
  reply: searchNamesShape,
  visitorCache: 10,
})
