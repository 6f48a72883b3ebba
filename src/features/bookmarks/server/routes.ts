import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { addBookmark, getBookmark, listBookmarks, removeBookmark, removeBookmarks } from '../contract.ts'
import { listBookmarkedPosts } from './list-bookmarks.ts'
import { removeBookmarks as removeSeveral, setBookmark } from './set-bookmark.ts'
import { selectBookmark } from './store.ts'

export const bookmarkRoutes = (app: FastifyInstance, { database: { sql } }: { database: Database }): void => {
  serve(app, getBookmark, async ({ member, params }) => {
    const bookmark = await selectBookmark(sql, member, params.id)
    if (!bookmark) throw new HttpError('post-not-found')
    return bookmark
  })
  serve(app, addBookmark, ({ member, params }) => setBookmark(sql, member, params.id, true))
  serve(app, removeBookmark, ({ member, params }) => setBookmark(sql, member, params.id, false))
  serve(app, removeBookmarks, ({ member, body }) => removeSeveral(sql, member, body.ids))
  serve(app, listBookmarks, ({ member, query, read }) =>
    read((reads) => listBookmarkedPosts(reads, member, query)),
  )
}
