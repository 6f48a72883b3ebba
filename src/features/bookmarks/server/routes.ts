import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/http-error.ts'
import type { Viewer } from '#core/viewer.ts'
import { messages } from '#features/posts/contract.ts'
import type { Config } from '#server/config.ts'
import type { Database, Sql } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import type { ExpensiveReads } from '#server/limits/expensive-reads.ts'
import { consumeRateLimit } from '#server/limits/rate-limit.ts'
import { requireCompletedProfile, requireMember, requireSignedIn } from '#server/session/guards.ts'
import { addBookmark, getBookmark, listBookmarks, removeBookmark } from '../contract.ts'
import { type BookmarkListDependencies, listBookmarkedPosts } from './list-bookmarks.ts'
import { setBookmark } from './set-bookmark.ts'
import { selectBookmark } from './store.ts'

type Parts = BookmarkListDependencies & { database: Database; config: Config; readExpensive: ExpensiveReads }

export const bookmarkRoutes = (
  app: FastifyInstance,
  { database: { sql }, config, readExpensive, ...listing }: Parts,
): void => {
  const set = async (viewer: Viewer, id: number, isBookmarked: boolean) => {
    const member = requireMember(viewer)
    const limit = { max: 600, windowSeconds: 3_600, scale: config.rateLimitScale }
    await consumeRateLimit(sql, { key: `bookmark:${member.id}`, ...limit })
    return setBookmark(sql, member, id, isBookmarked)
  }

  serve(app, getBookmark, requireSignedIn, async ({ viewer, params }) => {
    const bookmark = await selectBookmark(sql, requireMember(viewer), params.id)
    if (!bookmark) throw notFound(messages.notFound)
    return bookmark
  })
  serve(app, addBookmark, requireCompletedProfile, ({ viewer, params }) => set(viewer, params.id, true))
  serve(app, removeBookmark, requireCompletedProfile, ({ viewer, params }) => set(viewer, params.id, false))
  serve(app, listBookmarks, requireSignedIn, ({ viewer, query, request }) => {
    const list = (reads: Sql) => listBookmarkedPosts(reads, listing, requireMember(viewer), query)
    if (query.q === '') return list(sql)
    return readExpensive({ name: 'bookmark-search', max: 300, request, read: list })
  })
}
