import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/failure.ts'
import { paths } from '#core/paths.ts'
import type { Viewer } from '#core/viewer.ts'
import type { Comments } from '#features/comments/contract.ts'
import { completed, memberOf } from '#features/identity/server/guards.ts'
import { mediaBudget } from '#features/media/server/media-budget.ts'
import {
  countPostVotes,
  createPost,
  deletePost,
  findSamePrompt,
  getPost,
  getPostBySlug,
  getPrivatePost,
  messages,
  type PostCard,
  type PostPage,
  renewPrivateLink,
  updatePost,
} from '#features/posts/contract.ts'
import { findPost, findPostBySlug, findPrivatePost } from '#features/posts/server/post-query.ts'
import * as store from '#features/posts/server/store.ts'
import type { Config } from '#server/config.ts'
import { type Database, readsFor } from '#server/database/connect.ts'
import { anyone, serve } from '#server/http/serve.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import type { KeptFiles } from '#server/media/kept-files.ts'
import { countVotes } from './count-votes.ts'
import { deletePost as remove } from './delete-post.ts'
import { editPost } from './edit-post.ts'
import { renewPrivateLink as renewLink } from './private-link.ts'
import { type Publishing, publishPost } from './publish-post.ts'

type Services = {
  config: Config
  files: KeptFiles
  database: Database
  indexPosts: Publishing['indexPosts']
  /** Injected, because the comments feature ranks above posts. */
  listComments: (viewer: Viewer, post: PostCard) => Promise<Comments>
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

  serve(app, getPost, anyone, async ({ params, viewer }) =>
    page(viewer, await findPost(readsFor(database, viewer), viewer, params.id)),
  )

  serve(app, getPostBySlug, anyone, async ({ params, viewer }) =>
    page(viewer, await findPostBySlug(readsFor(database, viewer), viewer, params.seoSlug)),
  )

  serve(app, getPrivatePost, anyone, async ({ params, viewer }) => {
    const post = await findPrivatePost(database.sql, viewer, params.privateId)
    if (post && viewer && viewer.id !== post.userId)
      await store.insertGrant(database.sql, viewer.id, params.privateId)
    return page(viewer, post, messages.privateNotFound)
  })

  const { sql } = database
  const publishing = { sql, files, indexPosts, budget: mediaBudget(sql, config) }
  const limit = { seconds: 3_600, scale: config.rateLimitScale }

  // A muted member can create private posts, so `publishPost` checks after reading the body.
  serve(app, createPost, completed, async ({ viewer, body }) => {
    const member = memberOf(viewer)
    await takeFromLimit(sql, { key: `publish:${member.id}`, most: 120, ...limit })
    return publishPost(publishing, member, body)
  })

  serve(app, findSamePrompt, completed, async ({ viewer, body: { prompt } }) => {
    const member = memberOf(viewer)
    await takeFromLimit(sql, { key: `same-prompt:${member.id}`, most: 600, ...limit })
    const first = await store.findSamePrompt(sql, member.id, prompt)
    return { post: first && { id: first.id, topicId: first.topicId, url: paths.post(first) } }
  })

  serve(app, updatePost, completed, async ({ viewer, params, body }) => {
    const member = memberOf(viewer)
    await takeFromLimit(sql, { key: `edit:${member.id}`, most: 300, ...limit })
    return editPost(publishing, member, params.id, body)
  })

  serve(app, renewPrivateLink, completed, async ({ viewer, params }) => {
    const member = memberOf(viewer)
    await takeFromLimit(sql, { key: `renew-link:${member.id}`, most: 30, ...limit })
    return renewLink(sql, member, params.id)
  })

  serve(app, countPostVotes, completed, async ({ viewer, params }) => ({
    count: await countVotes(sql, memberOf(viewer), params.id),
  }))

  serve(app, deletePost, completed, async ({ viewer, params }) => {
    const member = memberOf(viewer)
    await takeFromLimit(sql, { key: `unpublish:${member.id}`, most: 300, ...limit })
    await remove(sql, member, params.id)
    return {}
  })
}
