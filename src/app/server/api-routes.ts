import type { FastifyInstance } from 'fastify'
import { auditRoutes } from '#features/admin/server/audit-routes.ts'
import { moderationNoticeRoutes } from '#features/admin/server/removal-routes.ts'
import { moderationRoutes } from '#features/admin/server/routes.ts'
import { bookmarkRoutes } from '#features/bookmarks/server/routes.ts'
import { listInitialComments } from '#features/comments/server/list-comments.ts'
import { commentRoutes } from '#features/comments/server/routes.ts'
import { feedRoutes } from '#features/feeds/server/routes.ts'
import { identityRoutes } from '#features/identity/server/routes.ts'
import { notificationRoutes } from '#features/notifications/server/routes.ts'
import { optimizerRoutes } from '#features/optimizer/server/routes.ts'
import { listCardsById } from '#features/posts/server/card-query.ts'
import { revealRoutes } from '#features/posts/server/reveal-routes.ts'
import { postRoutes } from '#features/posts/server/routes.ts'
import { accountRoutes } from '#features/profiles/server/account/routes.ts'
import { leaderboardRoutes } from '#features/profiles/server/leaderboard-routes.ts'
import { profileRoutes } from '#features/profiles/server/routes.ts'
import { adRoutes, feedbackRoutes, topicRequestRoutes } from '#features/requests/server/routes.ts'
import { indexPosts } from '#features/search/server/index-query.ts'
import { searchRoutes } from '#features/search/server/routes.ts'
import { toSearchCondition } from '#features/search/server/terms-query.ts'
import { followRoutes } from '#features/topics/server/follow-routes.ts'
import { topicRoutes } from '#features/topics/server/routes.ts'
import { voteRoutes } from '#features/votes/server/routes.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { FileStore } from '#server/media/file-store.ts'

/** Registers the API routes of all features. */
export const registerApiRoutes = (
  app: FastifyInstance,
  parts: { config: Config; database: Database; files: FileStore },
): void => {
  const { database } = parts
  identityRoutes(app, parts)
  topicRoutes(app)
  followRoutes(app, parts)
  notificationRoutes(app, parts)
  feedRoutes(app)
  postRoutes(app, {
    ...parts,
    indexPosts,
    listComments: (viewer, post) => listInitialComments(database, viewer, post),
  })
  revealRoutes(app, parts)
  voteRoutes(app, parts)
  bookmarkRoutes(app, { ...parts, listCardsById, parseSearchQuery: toSearchCondition })
  commentRoutes(app, parts)
  profileRoutes(app, parts)
  leaderboardRoutes(app)
  searchRoutes(app)
  optimizerRoutes(app, parts)
  topicRequestRoutes(app, parts)
  feedbackRoutes(app, parts)
  adRoutes(app, parts)
  accountRoutes(app, parts)
  auditRoutes(app, parts)
  moderationNoticeRoutes(app, parts)
  moderationRoutes(app, parts)
}
