import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/failure.ts'
import type { Viewer } from '#core/viewer.ts'
import { addBookmark, getBookmark, listBookmarks, removeBookmark } from '#features/bookmarks/contract.ts'
import { completed, memberOf, signedIn } from '#features/identity/server/guards.ts'
import { messages } from '#features/posts/contract.ts'
import type { Config } from '#server/config.ts'
import type { Database, Sql } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import type { ExpensiveReads } from '#server/limits/expensive-reads.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import { type Listing, listBookmarkedPosts } from './list-bookmarks.ts'
import { setBookmark } from './set-bookmark.ts'
import { findBookmark } from './store.ts'

type Parts = Listing & { database: Database; config: Config; readExpensive: ExpensiveReads }

export const bookmarkRoutes = (
  app: FastifyInstance,
  { database: { sql }, config, readExpensive, ...listing }: Parts,
): void => {
  const set = async (viewer: Viewer, id: number, isBookmarked: boolean) => {
    const member = memberOf(viewer)
    const limit = { most: 600, seconds: 3_600, scale: config.rateLimitScale }
    await takeFromLimit(sql, { key: `bookmark:${member.id}`, ...limit })
    return setBookmark(sql, member, id, isBookmarked)
  }

  serve(app, getBookmark, signedIn, async ({ viewer, params }) => {
    const bookmark = await findBookmark(sql, memberOf(viewer), params.id)
    if (!bookmark) throw notFound(messages.notFound)
    return bookmark
  })
  serve(app, addBookmark, completed, ({ viewer, params }) => set(viewer, params.id, true))
  serve(app, removeBookmark, completed, ({ viewer, params }) => set(viewer, params.id, false))
  serve(app, listBookmarks, signedIn, ({ viewer, query, request }) => {
    const list = (reads: Sql) => listBookmarkedPosts(reads, listing, memberOf(viewer), query)
    if (query.q === '') return list(sql)
    return readExpensive({ name: 'bookmark-search', max: 300, request, read: list })
  })
}
