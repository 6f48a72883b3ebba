import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as contract from '../../contract-applications.ts'
import { answerRequest, describeRequest } from './answer-request.ts'
import { deleteConnection, selectApplications, selectConnections } from './application-query.ts'
import { createAuthorizationServer } from './authorization-server.ts'
import { mountAuthorizationServer } from './mount-authorization-server.ts'

/** Registers the OAuth server for other programs, and what members and admins do with these programs. */
export const applicationRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  const server = createAuthorizationServer({ sql, config, log: app.log, render: app.renderProviderPage })
  mountAuthorizationServer(app, { sql, config, server })

  serveEndpoint(app, contract.openConnectionRequest, ({ member, params, request, reply }) =>
    describeRequest(server, { request, reply }, { member, uid: params.uid }),
  )
  serveEndpoint(app, contract.answerConnectionRequest, async ({ member, params, body, request, reply }) => ({
    url: await answerRequest({ sql, config, server }, { request, reply }, { member, ...params, ...body }),
  }))
  serveEndpoint(app, contract.listConnectedApplications, async ({ member }) =>
    selectConnections(sql, member.id),
  )
  serveEndpoint(app, contract.disconnectApplication, async ({ member, params }) => {
    if (!(await sql.begin((tx) => deleteConnection(tx, member.id, params.id))))
      throw new HttpError('application-not-found')
    return {}
  })
  serveEndpoint(app, contract.listApplications, async ({ query }) => selectApplications(sql, query.before))
}
