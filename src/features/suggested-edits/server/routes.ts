import type { FastifyInstance } from 'fastify'
import { notifyMentionedMembers } from '#features/notifications/server/mention-query.ts'
import type { PostServices } from '#features/posts/server/publish-post.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import type { FileStore } from '#server/media/file-store.ts'
import type { RecordDeletion } from '#server/session/record-deletion.ts'
import * as contract from '../contract.ts'
import { acceptSuggestedEdit, respondToSuggestedEdit } from './decide-suggested-edit.ts'
import { getOwnSuggestedEdit, getSuggestedEdit, listSuggestedEdits } from './read-suggested-edits.ts'
import { deleteSuggestedEdit, reviseSuggestedEdit, suggestEdit } from './suggest-edit.ts'

type Services = {
  database: Database
  files: FileStore
  indexPosts: PostServices['indexPosts']
  recordDeletion: RecordDeletion
}

export const suggestedEditRoutes = (
  app: FastifyInstance,
  { database: { sql }, files, indexPosts, recordDeletion }: Services,
): void => {
  // No upload limit is needed, because suggested edits contain no files.
  const services: PostServices = { sql, files, indexPosts, notifyMentioned: notifyMentionedMembers }
  const targetOf = ({ id, suggestion }: { id: number; suggestion: number }) => ({
    postId: id,
    id: suggestion,
  })

  serveEndpoint(app, contract.listSuggestedEdits, ({ viewer, params, query, read }) =>
    read((reads) => listSuggestedEdits(reads, viewer, params.id, query.before)),
  )
  serveEndpoint(app, contract.getSuggestedEdit, ({ viewer, params, read }) =>
    read((reads) => getSuggestedEdit(reads, viewer, params.id, params.suggestion)),
  )
  serveEndpoint(app, contract.getOwnSuggestedEdit, ({ member, params }) =>
    getOwnSuggestedEdit(sql, member, params.id, params.suggestion),
  )

  serveEndpoint(app, contract.suggestEdit, async ({ member, params, body }) => ({
    id: await suggestEdit(services, member, params.id, body),
  }))
  serveEndpoint(app, contract.reviseSuggestedEdit, async ({ member, params, body }) => ({
    id: await reviseSuggestedEdit(services, member, targetOf(params), body),
  }))
  serveEndpoint(app, contract.deleteSuggestedEdit, async ({ member, params }) => {
    await deleteSuggestedEdit({ sql, recordDeletion }, member, params.id, params.suggestion)
    return {}
  })

  serveEndpoint(app, contract.acceptSuggestedEdit, ({ member, params }) =>
    acceptSuggestedEdit(services, member, targetOf(params)),
  )
  serveEndpoint(app, contract.declineSuggestedEdit, async ({ member, params, body }) => {
    await respondToSuggestedEdit(services, member, targetOf(params), { status: 'declined', ...body })
    return {}
  })
  serveEndpoint(app, contract.requestChanges, async ({ member, params, body }) => {
    await respondToSuggestedEdit(services, member, targetOf(params), { status: 'changes-requested', ...body })
    return {}
  })
}
