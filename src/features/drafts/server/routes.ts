import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as contract from '../contract.ts'
import { listDraftVersions, requireDraft } from './read-drafts.ts'
import { scheduleDraft, unscheduleDraft } from './schedule-draft.ts'
import { deleteDraftRow, selectDrafts } from './store.ts'

export const draftRoutes = (app: FastifyInstance, { database: { sql } }: { database: Database }): void => {
  serveEndpoint(app, contract.listDrafts, ({ member }) => selectDrafts(sql, member.id))
  serveEndpoint(app, contract.getDraft, ({ member, params }) => requireDraft(sql, member, params.id))
  serveEndpoint(app, contract.listDraftVersions, ({ member, params }) =>
    listDraftVersions(sql, member, params.id),
  )

  serveEndpoint(app, contract.deleteDraft, async ({ member, params }) => {
    await deleteDraftRow(sql, member.id, params.id)
    return {}
  })
  serveEndpoint(app, contract.scheduleDraft, ({ member, params, body }) =>
    scheduleDraft(sql, member, params.id, body.publishAt),
  )
  serveEndpoint(app, contract.unscheduleDraft, ({ member, params }) =>
    unscheduleDraft(sql, member, params.id),
  )
}
