import type { FastifyInstance } from 'fastify'
import { deleteMute } from '#features/members/server/mutes-query.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { listMutes, removeMute } from '../contract-mutes.ts'
import { selectOwnMutes } from './store.ts'

/** Registers the list of what a member has muted. Muting is a use case. */
export const muteRoutes = (app: FastifyInstance, { database: { sql } }: { database: Database }): void => {
  serveEndpoint(app, listMutes, ({ member }) => selectOwnMutes(sql, member))

  serveEndpoint(app, removeMute, async ({ member, params }) => {
    await deleteMute(sql, member.id, params.id)
    return {}
  })
}
