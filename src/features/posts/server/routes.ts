import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as contract from '../contract.ts'
import { exportPosts } from '../contract-bulk.ts'
import { exportPost } from '../contract-export.ts'
import { getLineage } from '../contract-lineage.ts'
import { getRelatedPosts } from '../contract-related.ts'
import { revealPost } from '../contract-reveals.ts'
import { getTag, suggestTags } from '../contract-tags.ts'
import { selectCardsForExport } from './card-query.ts'
import { selectLineage } from './lineage-query.ts'
import { selectRecentDuplicatePost } from './new-post-query.ts'
import { selectPost } from './post-query.ts'
import { renewPrivateLink } from './private-link.ts'
import { sendPromptFile } from './prompt-files.ts'
import { selectRelatedPosts } from './related-query.ts'
import { revealPrompt } from './store.ts'
import { selectTag, selectTagsByPrefix } from './tags-query.ts'
import { findParticipationError } from './visibility-query.ts'

export const postRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  serveEndpoint(app, getRelatedPosts, async ({ params, viewer, read }) => {
    const related = await read((reads) => selectRelatedPosts(reads, viewer, params.id))
    if (!related) throw new HttpError('post-not-found')
    return related
  })

  serveEndpoint(app, exportPost, async ({ params, query, viewer, read, reply }) => {
    const post = await read((reads) => selectPost(reads, viewer, params.id))
    if (!post) throw new HttpError('post-not-found')
    const url = post.isPrivate ? null : config.publicUrl + paths.post(post)
    return sendPromptFile(reply, { ...post, author: post.user.username, url }, query.format)
  })

  serveEndpoint(app, getLineage, async ({ params, viewer, read }) => {
    const lineage = await read((reads) => selectLineage(reads, viewer, params.id))
    if (!lineage) throw new HttpError('post-not-found')
    return lineage
  })

  serveEndpoint(app, contract.findDuplicatePrompt, async ({ member, body: { prompt } }) => {
    const first = await selectRecentDuplicatePost(sql, member.id, prompt)
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

  serveEndpoint(app, contract.renewPrivateLink, ({ member, params }) =>
    renewPrivateLink(sql, member, params.id),
  )

  serveEndpoint(app, exportPosts, ({ member, query, read }) =>
    read((reads) => selectCardsForExport(reads, member, query.ids)),
  )

  serveEndpoint(app, revealPost, async ({ member, body: { postId } }) => {
    const prompt = await revealPrompt(sql, member, postId)
    if (prompt === null) throw await findParticipationError(sql, member, postId, 'post-not-found')
    return { postId, prompt }
  })
}
