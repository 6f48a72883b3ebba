import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as contract from '../../contract-api-tokens.ts'
import { deleteApiToken, selectApiTokens } from './api-token-query.ts'
import { createApiToken } from './create-api-token.ts'

/** Registers the endpoints for a member's own API tokens, which only a browser with a session can call. */
export const apiTokenRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  serveEndpoint(app, contract.listApiTokens, async ({ member }) => selectApiTokens(sql, member.id))
  serveEndpoint(app, contract.createApiToken, ({ member, body, request }) =>
    createApiToken({ sql, config }, { member, session: request.sessionHash }, body),
  )
  serveEndpoint(app, contract.revokeApiToken, async ({ member, params }) => {
    if (!(await deleteApiToken(sql, member.id, params.id))) throw new HttpError('token-not-found')
    return {}
  })
}
