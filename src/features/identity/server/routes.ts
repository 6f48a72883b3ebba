import type { FastifyInstance } from 'fastify'
import { notSignedIn } from '#core/failure.ts'
import { getMe } from '#features/identity/contract.ts'
import { findCurrentUser } from '#features/identity/server/store.ts'
import type { Database } from '#server/database/connect.ts'
import { anyone, serve } from '#server/http/serve.ts'

export const identityRoutes = (app: FastifyInstance, { database }: { database: Database }): void => {
  serve(app, getMe, anyone, async ({ viewer }) => {
    const user = viewer ? await findCurrentUser(database.sql, viewer.id) : null
    if (!user) throw notSignedIn()
    return user
  })
}
