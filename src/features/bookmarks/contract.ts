import * as z from 'zod/mini'
import { bulkResultSchema, postIdsBodySchema } from '#core/bulk-schemas.ts'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint, nextAfter } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { idSchema, limitSchema, searchTextSchema } from '#core/query-schemas.ts'
import { postCardSchema } from '#features/posts/contract.ts'
import { encodeBookmarkCursor } from './contract-values.ts'

const params = z.object({ id: idSchema })

/** The member's bookmark state for a post, and the number of members who have bookmarked the post. */
const bookmarkSchema = z.object({ isBookmarked: z.boolean(), bookmarkCount: z.int() })
export type Bookmark = z.output<typeof bookmarkSchema>

const bookmarkLimit = { name: 'bookmark', max: 600, windowSeconds: 3_600 } as const

export const getBookmark = endpoint({
  method: 'GET',
  path: '/api/posts/:id/bookmark',
  summary: 'Check whether you bookmarked a post; 401 for visitors',
  tag: 'Bookmarks',
  access: 'signed-in',
  scope: 'private',
  errors: ['post-not-found'],
  params,
  reply: bookmarkSchema,
})

export const addBookmark = endpoint({
  method: 'POST',
  path: '/api/posts/:id/bookmark',
  summary: 'Bookmark a post (idempotent)',
  tag: 'Bookmarks',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: bookmarkLimit,
  errors: ['post-not-found', 'private-post-read-only'],
  params,
  reply: bookmarkSchema,
})

export const removeBookmark = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id/bookmark',
  summary: 'Remove a bookmark (idempotent)',
  tag: 'Bookmarks',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: bookmarkLimit,
  errors: ['post-not-found', 'private-post-read-only'],
  params,
  reply: bookmarkSchema,
})

export const removeBookmarks = endpoint({
  method: 'DELETE',
  path: '/api/user/bookmarks',
  summary: `Remove up to ${limits.bulkPosts} bookmarks (idempotent)`,
  tag: 'Bookmarks',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: { name: 'remove-bookmarks', max: 60, windowSeconds: 3_600 },
  body: postIdsBodySchema,
  reply: bulkResultSchema,
})

/** A keyset cursor: the page starts after the bookmark with this creation time (Unix milliseconds) and this post. */
export type BookmarkCursor = { time: number; postId: number }
const CURSOR = /^(\d{1,14})_([1-9]\d{0,8})$/

const bookmarkedPostSchema = z.extend(postCardSchema, { bookmarkedAt: dateSchema })
export type BookmarkedPost = z.output<typeof bookmarkedPostSchema>

export const listBookmarks = endpoint({
  method: 'GET',
  path: '/api/user/bookmarks',
  summary:
    'List your bookmarked posts, newest bookmark first; `q` searches them with the syntax of the search',
  tag: 'Bookmarks',
  access: 'signed-in',
  scope: 'private',
  expensive: { name: 'bookmark-search', max: 300, when: ({ q }: { q: string }) => q !== '' },
  query: z.object({
    limit: limitSchema,
    after: z.optional(
      z.pipe(
        z.string('after is not valid').check(z.regex(CURSOR, 'after is not valid')),
        z.transform((text: string): BookmarkCursor => {
          const [, time, id] = CURSOR.exec(text) ?? []
          return { time: Number(time), postId: Number(id) }
        }),
      ),
    ),
    q: searchTextSchema,
  }),
  reply: z.array(bookmarkedPostSchema),
  next: nextAfter<BookmarkedPost>(encodeBookmarkCursor),
})
