import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import type { ExportSection } from '#server/database/export-section.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import type { FileStore } from '#server/media/file-store.ts'
import * as contract from '../../contract-account.ts'
import { exportAccount } from './export-account.ts'

type Dependencies = {
  database: Database
  files: FileStore
  /** The sections that the features add to an account export. */
  exportSections: readonly ExportSection[]
}

export const accountRoutes = (
  app: FastifyInstance,
  { database: { expensive }, files, exportSections }: Dependencies,
): void => {
  serveEndpoint(app, contract.exportAccount, async ({ member: { id, username }, reply }) => {
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${username}.json"`)
    return Readable.from(exportAccount(exportSections, { sql: expensive.sql, files, userId: id }), {
      objectMode: false,
    })
  })
}
