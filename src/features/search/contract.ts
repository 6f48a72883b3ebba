import * as z from 'zod/mini'
import { authorSchema } from '#core/author.ts'
import { endpoint, nextAfter } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { limitSchema, offsetSchema } from '#core/query-schemas.ts'
import { cleanText } from '#core/text.ts'
import { filterQuerySchema } from '#features/feeds/contract.ts'
import { postCardSchema } from '#features/posts/contract.ts'
import { topicLinkSchema } from '#features/topics/contract.ts'
import {
  encodeSearchCursor,
  SEARCH_CURSOR_PATTERN,
  type SearchCursor,
  searchSorts,
} from './contract-values.ts'

export { encodeSearchCursor, HIGHLIGHT_END, HIGHLIGHT_START, type SearchCursor } from './contract-values.ts'

/**
 * A search result: the card, its rank, and its title, description and prompt with the matches highlighted.
 */
export const searchResultSchema = z.extend(postCardSchema, {
  /** An integer rank; a higher one is a better match. */
  rank: z.int(),
  marked: z.object({ title: z.string(), description: z.string(), prompt: z.string() }),
  /** The corrected query, set only if no post matches the query as typed; otherwise null. */
  correctedTo: z.nullable(z.string()),
  /**
   * True if the post matches only some of the words. Partial matches are listed if fewer than five posts
   * match all words.
   */
  isPartial: z.boolean(),
  /**
   * The number of posts that match all words. `isMore` is true if there may be more than were counted. Null if the
   * query consists only of filters or exclusions.
   */
  found: z.nullable(z.object({ count: z.int(), isMore: z.boolean() })),
  /** The number of words and phrases that were ignored. A search uses at most twelve of them. */
  ignoredTerms: z.int(),
})
export type SearchResult = z.output<typeof searchResultSchema>

export const queryTextSchema = z._default(
  z.pipe(
    z
      .string('q must be a single value')
      .check(z.maxLength(limits.searchQuery, `q must be at most ${limits.searchQuery} characters`)),
    z.transform(cleanText),
  ),
  '',
)

export const searchPosts = endpoint({
  method: 'GET',
  path: '/api/search',
  summary:
    'Search posts by words, "phrases", -word, type:, model:, works:, topic:, tag:, form: and author:; uses the first twelve terms; sortBy=new or top changes the order',
  tag: 'Search',
  access: 'anyone',
  scope: 'read',
  expensive: { name: 'search', max: 600 },
  query: z.object({
    q: queryTextSchema,
    limit: limitSchema,
    offset: offsetSchema,
    after: z.optional(
      z.pipe(
        z.string('after is not valid').check(z.regex(SEARCH_CURSOR_PATTERN, 'after is not valid')),
        z.transform((text: string): SearchCursor => {
          const [, rank, score, id] = SEARCH_CURSOR_PATTERN.exec(text) ?? []
          return { rank: Number(rank), score: Number(score), id: Number(id) }
        }),
      ),
    ),
    ...filterQuerySchema,
    sortBy: z.optional(z.enum(searchSorts, 'sortBy must be relevance, new or top')),
  }),
  reply: z.array(searchResultSchema),
  cacheSeconds: 10,
  next: nextAfter<SearchCursor>(encodeSearchCursor),
})

const searchNamesSchema = z.object({
  topics: z.array(topicLinkSchema),
  people: z.array(authorSchema),
})
export type NameMatches = z.output<typeof searchNamesSchema>

export const searchNames = endpoint({
  method: 'GET',
  path: '/api/search/names',
  summary: 'Find up to four topics and four members whose names match a query',
  tag: 'Search',
  access: 'anyone',
  scope: 'read',
  expensive: { name: 'search-names', max: 600 },
  query: z.object({ q: queryTextSchema }),
  reply: searchNamesSchema,
  cacheSeconds: 10,
})
