import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { defineJob } from '#server/jobs/job.ts'
import type { FileStore } from '#server/media/file-store.ts'
import * as contract from '../contract.ts'
import { createMediaBudget } from './media-budget.ts'
import {
  cancelUpload,
  finishUpload,
  receivePiece,
  requireUpload,
  startUpload,
  sweepUploads,
} from './receive-upload.ts'

/**
 * Registers the endpoints for uploading files in pieces (docs/spec/api.md#uploads). Only the member who uploads a
 * file can see its upload.
 */
export const uploadRoutes = (
  app: FastifyInstance,
  { config, database: { sql }, files }: { config: Config; database: Database; files: FileStore },
): void => {
  const store = { sql, files, budget: createMediaBudget(sql, config) }

  serveEndpoint(app, contract.startUpload, ({ member, body }) => startUpload(store, member.id, body))

  serveEndpoint(app, contract.getUpload, ({ member, params }) => requireUpload(sql, member.id, params.id))

  serveEndpoint(app, contract.uploadPiece, ({ member, params, query: { offset }, body, request: { ip } }) =>
    receivePiece(store, { userId: member.id, ip }, params.id, { offset, chunks: body }),
  )

  serveEndpoint(app, contract.finishUpload, ({ member, params }) => finishUpload(store, member.id, params.id))

  serveEndpoint(app, contract.cancelUpload, async ({ member, params }) => {
    await cancelUpload(store, member.id, params.id)
    return {}
  })
}

/** Runs every ten minutes, because an abandoned upload can take up to 5 MB of disk space. */
export const uploadSweepJob = defineJob({
  name: 'delete-stale-uploads',
  schedule: '*/10 * * * *',
  run: ({ sql, files, signal }) => sweepUploads({ sql, files }, signal),
})
