import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as drafts from '#features/drafts/contract.ts'
import * as imports from '#features/import/contract-import.ts'
import { createMediaBudget } from '#features/media/server/media-budget.ts'
import * as posts from '#features/posts/contract.ts'
import * as bulk from '#features/posts/contract-bulk.ts'
import { selectPost, selectPostBySlug, selectPrivatePost } from '#features/posts/server/post-query.ts'
import { insertPrivateLinkGrant } from '#features/posts/server/store.ts'
import { resolveLicense } from '#features/posts/site-license.ts'
import * as skills from '#features/skills/contract.ts'
import * as suggestedEdits from '#features/suggested-edits/contract.ts'
import * as suggestionAnswers from '#features/suggested-edits/contract-answers.ts'
import * as versions from '#features/versions/contract.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { readIfMatch } from '#server/http/if-match.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import type { FileStore } from '#server/media/file-store.ts'
import { acceptSuggestedEdit } from './accept-suggested-edit.ts'
import { answerSuggestedEdit } from './answer-suggested-edit.ts'
import { deleteOwnPosts, deletePost } from './delete-posts.ts'
import { deleteSuggestedEdit } from './delete-suggested-edit.ts'
import { deleteVersion } from './delete-version.ts'
import { editPost } from './edit-post.ts'
import { importPosts } from './import-posts.ts'
import { publishPost } from './publish-post.ts'
import { readPostPage } from './read-post-page.ts'
import { restoreVersion } from './restore-version.ts'
import { saveDraft } from './save-draft.ts'
import { setPostVisibility } from './set-post-visibility.ts'
import { reviseSuggestedEdit, suggestEdit } from './suggest-edit.ts'
import { withdrawVersion } from './withdraw-version.ts'

type Resources = { config: Config; database: Database; files: FileStore }

/** Registers what members do with posts, their versions, suggested edits and drafts. */
export const postUseCaseRoutes = (app: FastifyInstance, { config, database, files }: Resources): void => {
  const { sql } = database
  const { log } = app
  const media = { sql, files, budget: createMediaBudget(sql, config) }

  serveEndpoint(app, posts.getPost, async ({ params, viewer, read }) =>
    readPostPage(database, viewer, await read((reads) => selectPost(reads, viewer, params.id))),
  )
  serveEndpoint(app, posts.getPostBySlug, async ({ params, viewer, read }) =>
    readPostPage(database, viewer, await read((reads) => selectPostBySlug(reads, viewer, params.seoSlug))),
  )
  serveEndpoint(app, posts.getPrivatePost, async ({ params, viewer }) => {
    const post = await selectPrivatePost(sql, viewer, params.privateId)
    if (post && viewer && viewer.id !== post.userId)
      await insertPrivateLinkGrant(sql, viewer.id, params.privateId)
    return readPostPage(database, viewer, post, 'private-post-not-found')
  })

  // A muted member can still create private posts, so `publishPost` checks for muting after the body has been read.
  serveEndpoint(app, posts.createPost, ({ member, body }) =>
    publishPost(media, member, { ...body, license: resolveLicense(config.license, body.license) }),
  )
  serveEndpoint(app, imports.importPosts, ({ member, body }) =>
    importPosts({ ...media, license: config.license, siteUrl: config.publicUrl }, member, body),
  )
  serveEndpoint(app, posts.updatePost, ({ member, params, body, request }) =>
    editPost({ ...media, license: config.license }, member, params.id, {
      ...body,
      ifMatch: readIfMatch(request),
    }),
  )
  serveEndpoint(app, posts.deletePost, async ({ member, params }) => {
    await deletePost({ sql, log }, member, params.id)
    return {}
  })
  serveEndpoint(app, bulk.deletePosts, ({ member, body }) => deleteOwnPosts({ sql, log }, member, body.ids))
  serveEndpoint(app, bulk.setPostVisibility, ({ member, body }) =>
    setPostVisibility({ sql, log }, member, body.ids, body.isPrivate),
  )

  serveEndpoint(app, versions.restoreVersion, ({ member, params }) =>
    restoreVersion({ sql, files, license: config.license }, member, params.id, params.number),
  )
  serveEndpoint(app, versions.deleteVersion, async ({ member, params }) => {
    await deleteVersion({ sql, files }, member, params.id, params.number)
    return {}
  })

  serveEndpoint(app, skills.withdrawVersion, async ({ member, params, body }) => {
    await withdrawVersion(sql, member, { postId: params.id, version: params.number, ...body })
    return {}
  })

  serveEndpoint(app, suggestedEdits.suggestEdit, async ({ member, params, body }) => ({
    id: await suggestEdit(sql, member, params.id, body),
  }))
  serveEndpoint(app, suggestedEdits.reviseSuggestedEdit, async ({ member, params, body }) => ({
    id: await reviseSuggestedEdit(sql, member, { postId: params.id, id: params.suggestion }, body),
  }))
  serveEndpoint(app, suggestedEdits.deleteSuggestedEdit, async ({ member, params }) => {
    await deleteSuggestedEdit(sql, member, params.id, params.suggestion)
    return {}
  })
  serveEndpoint(app, suggestionAnswers.acceptSuggestedEdit, ({ member, params }) =>
    acceptSuggestedEdit(sql, member, params.id, params.suggestion),
  )
  serveEndpoint(app, suggestionAnswers.declineSuggestedEdit, async ({ member, params, body }) => {
    const edit = { postId: params.id, id: params.suggestion }
    await answerSuggestedEdit(sql, member, edit, { status: 'declined', ...body })
    return {}
  })
  serveEndpoint(app, suggestionAnswers.requestChanges, async ({ member, params, body }) => {
    const edit = { postId: params.id, id: params.suggestion }
    await answerSuggestedEdit(sql, member, edit, { status: 'changes-requested', ...body })
    return {}
  })

  serveEndpoint(app, drafts.createDraft, ({ member, body }) => saveDraft(sql, member, randomUUID(), body))
  serveEndpoint(app, drafts.saveDraft, ({ member, params, body, request }) => {
    const { isNewVersion, ...fields } = body
    return saveDraft(sql, member, params.id, fields, { isNewVersion, ifMatch: readIfMatch(request) })
  })
}
