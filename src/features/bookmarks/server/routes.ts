import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { getBookmark, listBookmarks } from '../contract.ts'
import { listBookmarkedPosts } from './list-bookmarks.ts'
import { selectBookmark } from './store.ts'

export const bookmarkRoutes = (app: FastifyInstance, { database: { sql } }: { database: Database }): void => {
  serveEndpoint(app, getBookmark, async ({ member, params }) => {
    const bookmark = await selectBookmark(sql, member, params.id)
    if (!bookmark) throw new HttpError('post-not-found')
    return bookmark
  })
  serveEndpoint(app, listBookmarks, ({ member, query, read }) =>
    read((reads) => listBookmarkedPosts(reads, member, query)),
  )
}
