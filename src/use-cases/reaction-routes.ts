import type { FastifyInstance } from 'fastify'
import * as bookmarks from '#features/bookmarks/contract.ts'
import * as comments from '#features/comments/contract.ts'
import * as quiet from '#features/notifications/contract-quiet.ts'
import * as results from '#features/results/contract.ts'
import * as votes from '#features/votes/contract.ts'
import type { Database } from '#server/database/connect.ts'
import { readIfMatch } from '#server/http/if-match.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { castVote } from './cast-vote.ts'
import { deleteComment } from './delete-comment.ts'
import { editComment } from './edit-comment.ts'
import { mutePost } from './mute-post.ts'
import { reportResult } from './report-result.ts'
import { removeBookmarks, setBookmark } from './set-bookmark.ts'
import { writeComment } from './write-comment.ts'

/** Registers how members react to posts: comments, votes, bookmarks, results and muted notifications. */
export const reactionRoutes = (app: FastifyInstance, { database: { sql } }: { database: Database }): void => {
  serveEndpoint(app, comments.addComment, ({ member, body }) => writeComment(sql, member, body))
  serveEndpoint(app, comments.editComment, ({ member, params, body: { content }, request }) =>
    editComment(sql, member, params.id, { content, ifMatch: readIfMatch(request) }),
  )
  // Muted members may still delete their comments.
  serveEndpoint(app, comments.deleteComment, async ({ member, params }) => {
    await deleteComment({ sql, log: app.log }, member, params.id)
    return {}
  })

  serveEndpoint(app, quiet.mutePost, async ({ member, params }) => {
    await mutePost(sql, member, params.id)
    return { isMuted: true }
  })

  serveEndpoint(app, votes.castVote, ({ member, body }) => castVote(sql, member, body))

  serveEndpoint(app, bookmarks.addBookmark, ({ member, params }) => setBookmark(sql, member, params.id, true))
  serveEndpoint(app, bookmarks.removeBookmark, ({ member, params }) =>
    setBookmark(sql, member, params.id, false),
  )
  serveEndpoint(app, bookmarks.removeBookmarks, ({ member, body }) => removeBookmarks(sql, member, body.ids))

  serveEndpoint(app, results.reportResult, async ({ member, params, body }) => ({
    tallies: await reportResult(sql, member, params.id, body),
  }))
}
