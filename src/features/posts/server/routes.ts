import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/failure.ts'
import type { Viewer } from '#core/viewer.ts'
import type { Comment } from '#features/comments/contract.ts'
import {
  getPost,
  getPostBySlug,
  getPrivatePost,
  messages,
  type PostCard,
  type PostPage,
} from '#features/posts/contract.ts'
import { findPost, findPostBySlug, findPrivatePost } from '#features/posts/server/post-query.ts'
import { insertGrant } from '#features/posts/server/store.ts'
import { type Database, readsFor } from '#server/database/connect.ts'
import { anyone, serve } from '#server/http/serve.ts'

type Parts = {
  database: Database
  /** Comments stand above posts, so they are handed in. */
  listComments: (viewer: Viewer, postId: number) => Promise<Comment[]>
}

export const postRoutes = (app: FastifyInstance, { database, listComments }: Parts): void => {
  const page = async (
    viewer: Viewer,
    post: PostCard | null,
    missing: string = messages.notFound,
  ): Promise<PostPage> => {
    if (!post) throw notFound(missing)
    return { ...post, comments: post.commentCount ? await listComments(viewer, post.id) : [] }
  }

  serve(app, getPost, anyone, async ({ params, viewer }) =>
    page(viewer, await findPost(readsFor(database, viewer), viewer, params.id)),
  )

  serve(app, getPostBySlug, anyone, async ({ params, viewer }) =>
    page(viewer, await findPostBySlug(readsFor(database, viewer), viewer, params.seoSlug)),
  )

  serve(app, getPrivatePost, anyone, async ({ params, viewer }) => {
    const post = await findPrivatePost(database.sql, viewer, params.privateId)
    if (post && viewer && viewer.id !== post.userId) await insertGrant(database.sql, viewer.id, post.id)
    return page(viewer, post, messages.privateNotFound)
  })
}
