import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import type { Viewer } from '#core/viewer.ts'
import type { CommentPage } from '#features/comments/contract.ts'
import { createMediaBudget } from '#features/media/server/media-budget.ts'
import type { Config } from '#server/config.ts'
import { type Database, readSqlFor } from '#server/database/connect.ts'
import { allowAnyone, serve } from '#server/http/serve.ts'
import { consumeRateLimit } from '#server/limits/rate-limit.ts'
import type { FileStore } from '#server/media/file-store.ts'
import { requireCompletedProfile, requireMember } from '#server/session/guards.ts'
import {
  createPost,
  deletePost,
  findDuplicatePrompt,
  getPost,
  getPostBySlug,
  getPrivatePost,
  messages,
  type PostCard,
  type PostPage,
  renewPrivateLink,
  updatePost,
} from '../contract.ts'
import { deletePost as remove } from './delete-post.ts'
import { editPost } from './edit-post.ts'
import { findPost, findPostBySlug, findPrivatePost } from './post-query.ts'
import { renewPrivateLink as renewLink } from './private-link.ts'
import { type PostServices, publishPost } from './publish-post.ts'
import * as store from './store.ts'

type Services = {
  config: Config
  files: FileStore
  database: Database
  indexPosts: PostServices['indexPosts']
  /** Injected, because the comments feature sits in a layer above posts. */
  listComments: (viewer: Viewer, post: PostCard) => Promise<CommentPage>
}

export const postRoutes = (
  app: FastifyInstance,
  { config, database, files, indexPosts, listComments }: Services,
): void => {
  const page = async (
    viewer: Viewer,
    post: PostCard | null,
    missing: string = messages.notFound,
  ): Promise<PostPage> => {
    if (!post) throw notFound(missing)
    if (post.commentCount === 0) return { ...post, comments: [], commentsAfter: null }
    const { comments, after } = await listComments(viewer, post)
    return { ...post, comments, commentsAfter: after }
  }

  serve(app, getPost, allowAnyone, async ({ params, viewer }) =>
    page(viewer, await findPost(readSqlFor(database, viewer), viewer, params.id)),
  )

  serve(app, getPostBySlug, allowAnyone, async ({ params, viewer }) =>
    page(viewer, await findPostBySlug(readSqlFor(database, viewer), viewer, params.seoSlug)),
  )

  serve(app, getPrivatePost, allowAnyone, async ({ params, viewer }) => {
    const post = await findPrivatePost(database.sql, viewer, params.privateId)
    if (post && viewer && viewer.id !== post.userId)
      await store.insertPrivateLinkGrant(database.sql, viewer.id, params.privateId)
    return page(viewer, post, messages.privateNotFound)
  })

  const { sql } = database
  const publishing = { sql, files, indexPosts, budget: createMediaBudget(sql, config) }
  const limit = { windowSeconds: 3_600, scale: config.rateLimitScale }

  // A muted member can create private posts, so `publishPost` checks after reading the body.
  serve(app, createPost, requireCompletedProfile, async ({ viewer, body }) => {
    const member = requireMember(viewer)
    await consumeRateLimit(sql, { key: `publish:${member.id}`, max: 120, ...limit })
    return publishPost(publishing, member, body)
  })

  serve(app, findDuplicatePrompt, requireCompletedProfile, async ({ viewer, body: { prompt } }) => {
    const member = requireMember(viewer)
    await consumeRateLimit(sql, { key: `same-prompt:${member.id}`, max: 600, ...limit })
    const first = await store.findRecentDuplicate(sql, member.id, prompt)
    return { post: first && { id: first.id, topicId: first.topicId, url: paths.post(first) } }
  })

  serve(app, updatePost, requireCompletedProfile, async ({ viewer, params, body }) => {
    const member = requireMember(viewer)
    await consumeRateLimit(sql, { key: `edit:${member.id}`, max: 300, ...limit })
    return editPost(publishing, member, params.id, body)
  })

  serve(app, renewPrivateLink, requireCompletedProfile, async ({ viewer, params }) => {
    const member = requireMember(viewer)
    await consumeRateLimit(sql, { key: `renew-link:${member.id}`, max: 30, ...limit })
    return renewLink(sql, member, params.id)
  })

  serve(app, deletePost, requireCompletedProfile, async ({ viewer, params }) => {
    const member = requireMember(viewer)
    await consumeRateLimit(sql, { key: `unpublish:${member.id}`, max: 300, ...limit })
    await remove(sql, member, params.id)
    return {}
  })
}
