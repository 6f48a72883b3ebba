import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { CommentPage } from '#core/comment.ts'
import { HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import type { Viewer } from '#core/viewer.ts'
import { createMediaBudget } from '#features/media/server/media-budget.ts'
import type { Config } from '#server/config.ts'
import type { AnySql, Database, Sql } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import type { FileStore } from '#server/media/file-store.ts'
import {
  createPost,
  deletePost,
  findDuplicatePrompt,
  getPost,
  getPostBySlug,
  getPrivatePost,
  type ModelTally,
  type PostCard,
  type PostPage,
  renewPrivateLink,
  updatePost,
} from '../contract.ts'
import { deletePosts, exportPosts, setPostVisibility } from '../contract-bulk.ts'
import { getLineage } from '../contract-lineage.ts'
import { getRelatedPosts } from '../contract-related.ts'
import { getTag, suggestTags } from '../contract-tags.ts'
import { selectCardsForExport } from './card-query.ts'
import { deleteOwnPosts, deletePost as remove } from './delete-post.ts'
import { editPost, type VersionRecorder } from './edit-post.ts'
import { selectLineage } from './lineage-query.ts'
import { selectPost, selectPostBySlug, selectPrivatePost } from './post-query.ts'
import { renewPrivateLink as renewLink } from './private-link.ts'
import { type PostServices, publishPost } from './publish-post.ts'
import { createRelatedPostsFinder } from './related-query.ts'
import { updatePostsVisibility } from './set-visibility.ts'
import * as store from './store.ts'
import { selectTag, selectTagsByPrefix } from './tags-query.ts'

type Services = {
  config: Config
  files: FileStore
  database: Database
  indexPosts: PostServices['indexPosts']
  /** Injected to avoid a circular dependency: the search feature depends on posts. */
  enqueuePosts: (tx: AnySql, ids: readonly number[]) => Promise<void>
  waitForIndexing: (sql: Sql, log: FastifyBaseLogger) => Promise<void>
  /** Injected to avoid a circular dependency: what belongs to a post is in features that depend on posts. */
  purgePosts: (sql: Sql, log: FastifyBaseLogger, ids: readonly number[]) => Promise<void>
  notifyMentioned: PostServices['notifyMentioned']
  recordVersion: VersionRecorder
  /** Injected to avoid a circular dependency: the comments feature depends on posts. */
  listComments: (viewer: Viewer, post: PostCard) => Promise<CommentPage>
  /** Injected to avoid a circular dependency: the results feature depends on posts. */
  listTallies: (sql: Sql, postId: number) => Promise<ModelTally[]>
  /**
   * Deletes a member's draft by its id. Injected to avoid a circular dependency: the drafts feature depends
   * on posts.
   */
  deleteDraft: (sql: AnySql, userId: number, draftId: string) => Promise<unknown>
}

export const postRoutes = (
  app: FastifyInstance,
  { config, database, files, recordVersion, listComments, listTallies, deleteDraft, ...injected }: Services,
): void => {
  const page = async (
    viewer: Viewer,
    post: PostCard | null,
    missing: 'post-not-found' | 'private-post-not-found' = 'post-not-found',
  ): Promise<PostPage> => {
    if (!post) throw new HttpError(missing)
    const [tallies, { comments, after }] = await Promise.all([
      post.hasResults ? listTallies(database.sql, post.id) : [],
      post.commentCount === 0 ? { comments: [], after: null } : listComments(viewer, post),
    ])
    return { ...post, tallies, comments, commentsAfter: after }
  }

  serveEndpoint(app, getPost, async ({ params, viewer, read }) =>
    page(viewer, await read((reads) => selectPost(reads, viewer, params.id))),
  )

  serveEndpoint(app, getPostBySlug, async ({ params, viewer, read }) =>
    page(viewer, await read((reads) => selectPostBySlug(reads, viewer, params.seoSlug))),
  )

  const findRelatedPosts = createRelatedPostsFinder()
  serveEndpoint(app, getRelatedPosts, async ({ params, read }) => {
    const related = await read((reads) => findRelatedPosts(reads, params.id))
    if (!related) throw new HttpError('post-not-found')
    return related
  })

  serveEndpoint(app, getLineage, async ({ params, viewer, read }) => {
    const lineage = await read((reads) => selectLineage(reads, viewer, params.id))
    if (!lineage) throw new HttpError('post-not-found')
    return lineage
  })

  serveEndpoint(app, getPrivatePost, async ({ params, viewer }) => {
    const post = await selectPrivatePost(database.sql, viewer, params.privateId)
    if (post && viewer && viewer.id !== post.userId)
      await store.insertPrivateLinkGrant(database.sql, viewer.id, params.privateId)
    return page(viewer, post, 'private-post-not-found')
  })

  const { sql } = database
  const { indexPosts, enqueuePosts, waitForIndexing, notifyMentioned } = injected
  const publishing = { sql, files, indexPosts, notifyMentioned, budget: createMediaBudget(sql, config) }

  // A muted member can still create private posts, so `publishPost` checks for muting after the body has been read.
  serveEndpoint(app, createPost, ({ member, body }) => {
    const { draftId } = body
    return publishPost(publishing, member, body, async (tx) => {
      if (draftId) await deleteDraft(tx, member.id, draftId)
    })
  })

  serveEndpoint(app, findDuplicatePrompt, async ({ member, body: { prompt } }) => {
    const first = await store.selectRecentDuplicatePost(sql, member.id, prompt)
    return { post: first && { id: first.id, topicId: first.topicId, url: paths.post(first) } }
  })

  serveEndpoint(app, suggestTags, ({ query, read }) =>
    read((reads) => selectTagsByPrefix(reads, query.prefix)),
  )

  serveEndpoint(app, getTag, async ({ params, read }) => {
    const tag = await read((reads) => selectTag(reads, params.tag))
    if (!tag) throw new HttpError('tag-not-found')
    return tag
  })

  serveEndpoint(app, updatePost, ({ member, params, body: { note, ...changes } }) =>
    editPost({ ...publishing, recordVersion }, member, params.id, changes, { note }),
  )

  serveEndpoint(app, renewPrivateLink, ({ member, params }) => renewLink(sql, member, params.id))

  const deleting = {
    sql,
    purgePosts: (ids: readonly number[]) => injected.purgePosts(sql, app.log, ids),
  }

  serveEndpoint(app, deletePost, async ({ member, params }) => {
    await remove(deleting, member, params.id)
    return {}
  })

  serveEndpoint(app, deletePosts, ({ member, body }) => deleteOwnPosts(deleting, member, body.ids))

  serveEndpoint(app, setPostVisibility, async ({ member, body: { ids, isPrivate } }) => {
    const result = await updatePostsVisibility({ sql, enqueuePosts, notifyMentioned }, member, ids, isPrivate)
    await waitForIndexing(sql, app.log)
    return result
  })

  serveEndpoint(app, exportPosts, ({ member, query, read }) =>
    read((reads) => selectCardsForExport(reads, member, query.ids)),
  )
}
