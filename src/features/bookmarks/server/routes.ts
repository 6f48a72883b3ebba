import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { addBookmark, getBookmark, listBookmarks, removeBookmark, removeBookmarks } from '../contract.ts'
import { listBookmarkedPosts } from './list-bookmarks.ts'
import { removeBookmarks as removeSeveral, setBookmark } from './set-bookmark.ts'
import { selectBookmark } from './store.ts'

export const bookmarkRoutes = (app: FastifyInstance, { database: { sql } }: { database: Database }): void => {
  serveEndpoint(app, getBookmark, async ({ member, params }) => {
    const bookmark = await selectBookmark(sql, member, params.id)
    if (!bookmark) throw new HttpError('post-not-found')
    return bookmark
  })
  serveEndpoint(app, addBookmark, ({ member, params }) => setBookmark(sql, member, params.id, true))
  serveEndpoint(app, removeBookmark, ({ member, params }) => setBookmark(sql, member, params.id, false))
  serveEndpoint(app, removeBookmarks, ({ member, body }) => removeSeveral(sql, member, body.ids))
  serveEndpoint(app, listBookmarks, ({ member, query, read }) =>
    read((reads) => listBookmarkedPosts(reads, member, query)),
  )
}
