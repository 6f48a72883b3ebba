import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { createInvalidFieldError } from '#core/http-error.ts'
import { deleteUser } from '#features/admin/server/delete-user.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { ExportSection } from '#server/database/export-section.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import type { FileStore } from '#server/media/file-store.ts'
import { clearSessionCookie } from '#server/session/session-cookie.ts'
import { deleteAccount, exportAccount as exportEndpoint } from '../../contract-account.ts'
import { accountMessages } from '../../contract-messages.ts'
import { exportAccount } from './export-account.ts'

type Dependencies = {
  database: Database
  config: Config
  files: FileStore
  /** The sections that the features add to an account export. */
  exportSections: readonly ExportSection[]
}

export const accountRoutes = (
  app: FastifyInstance,
  { database: { sql, expensive }, config, files, exportSections }: Dependencies,
): void => {
  serveEndpoint(app, exportEndpoint, async ({ member: { id, username }, reply }) => {
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${username}.json"`)
    return Readable.from(exportAccount(exportSections, { sql: expensive.sql, files, userId: id }), {
      objectMode: false,
    })
  })

  serveEndpoint(app, deleteAccount, async ({ member: { id, username }, body, reply }) => {
    if (body.confirm !== username)
      throw createInvalidFieldError('confirm', accountMessages.confirmationRequired)
    await deleteUser({ sql, config, log: app.log }, id)
    clearSessionCookie(reply, config.publicUrl)
    return {}
  })
}
