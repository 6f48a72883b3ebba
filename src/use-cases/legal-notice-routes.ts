import type { FastifyInstance } from 'fastify'
import * as contract from '#features/moderation/contract-legal-notices.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { confirmLegalNotice } from './confirm-legal-notice.ts'
import { sendLegalNotice } from './send-legal-notice.ts'

/** Registers legal notices (docs/spec/moderation.md#legal-notices). */
export const legalNoticeRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  serveEndpoint(app, contract.sendLegalNotice, ({ viewer, body }) =>
    sendLegalNotice({ sql, config }, viewer, body),
  )
  serveEndpoint(app, contract.confirmLegalNotice, async ({ body }) => {
    await confirmLegalNotice(sql, body.token)
    return {}
  })
}
