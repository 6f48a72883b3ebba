import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { idShape, limitShape } from '#core/query-shapes.ts'
import { cleanText } from '#core/text.ts'
import { postCardShape } from '#features/posts/contract.ts'

const params = z.object({ id: idShape })

/** Whether the asking member keeps the post, and how many members do. */
const bookmarkShape = z.object({ isBookmarked: z.boolean(), bookmarkCount: z.int() })
export type Bookmark = z.output<typeof bookmarkShape>

export const getBookmark = endpoint({
  method: 'GET',
  path: '/api/posts/:id/bookmark',
  summary: "The signed-in member's bookmark on a post; 401 for a visitor",
  tag: 'Bookmarks',
  params,
  reply: bookmarkShape,
})

export const addBookmark = endpoint({
  method: 'POST',
  path: '/api/posts/:id/bookmark',
  summary: 'Keep a post among the bookmarks; again changes nothing',
  tag: 'Bookmarks',
  params,
  reply: bookmarkShape,
})

export const removeBookmark = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id/bookmark',
  summary: 'Keep a post no longer; again changes nothing',
  tag: 'Bookmarks',
  params,
  reply: bookmarkShape,
})

/** Where a page begins: right behind the bookmark of this time (Unix milliseconds) on this post. */
export type BookmarkAnchor = { time: number; postId: number }
const ANCHOR = /^(\d{1,14})_([1-9]\d{0,8})$/

const bookmarkedPostShape = z.extend(postCardShape, { bookmarkedAt: z.string() })
export type BookmarkedPost = z.output<typeof bookmarkedPostShape>

export const bookmarkAnchorOf = (post: BookmarkedPost): string =>
  `${Date.parse(post.bookmarkedAt)}_${post.id}`

export const listBookmarks = endpoint({
  method: 'GET',
  path: '/api/user/bookmarks',
  summary: 'The bookmarked posts, the newest bookmark first; `q` searches within them as the search does',
  tag: 'Bookmarks',
  query: z.object({
    limit: limitShape,
    after: z.optional(
      z.pipe(
        z.string('after is not valid').check(z.regex(ANCHOR, 'after is not valid')),
        z.transform((text: string): BookmarkAnchor => {
          const [, time, id] = ANCHOR.exec(text) ?? []
          return { time: Number(time), postId: Number(id) }
        }),
      ),
    ),
    q: z._default(
      z.pipe(
        z
          .string('q must be given once')
          .check(z.maxLength(limits.search, `q must be at most ${limits.search} characters`)),
        z.transform(cleanText),
      ),
      '',
    ),
  }),
  reply: z.array(bookmarkedPostShape),
})
