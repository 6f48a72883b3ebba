import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { invalidFieldError } from '#core/http-error.ts'
import { deleteUser } from '#features/admin/server/delete-user.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { ExportSection } from '#server/database/export-section.ts'
import { serve } from '#server/http/serve.ts'
import type { FileStore } from '#server/media/file-store.ts'
import { clearSessionCookie } from '#server/session/session-cookie.ts'
import { deleteAccount, exportAccount as exportEndpoint } from '../../contract-account.ts'
import { accountMessages } from '../../contract-messages.ts'
import { exportAccount } from './export-account.ts'

type Parts = {
  database: Database
  config: Config
  files: FileStore
  /** The sections that the features add to an account export. */
  exportSections: readonly ExportSection[]
}

export const accountRoutes = (
  app: FastifyInstance,
  { database: { sql, expensive }, config, files, exportSections }: Parts,
): void => {
  serve(app, exportEndpoint, async ({ member: { id, username }, reply }) => {
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${username}.json"`)
    return Readable.from(exportAccount(exportSections, { sql: expensive.sql, files, userId: id }), {
      objectMode: false,
    })
  })

  serve(app, deleteAccount, async ({ member: { id, username }, body, reply }) => {
    if (body.confirm !== username) throw invalidFieldError('confirm', accountMessages.confirmationRequired)
    await deleteUser({ sql, config }, id)
    clearSessionCookie(reply, config.publicUrl)
    return {}
  })
}
