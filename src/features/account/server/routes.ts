import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '#core/failure.ts'
import { deleteAccount, exportAccount as exportEndpoint, messages } from '#features/account/contract.ts'
import { completed, memberOf, signedIn } from '#features/identity/server/guards.ts'
import { requireRecentSignIn } from '#features/identity/server/recent-sign-in.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import type { KeptFiles } from '#server/media/kept-files.ts'
import { clearSessionCookie } from '#server/session/write-session.ts'
import { deleteUser } from './delete-user.ts'
import { exportAccount } from './export-account.ts'

export const accountRoutes = (
  app: FastifyInstance,
  { database: { sql, expensive }, config, files }: { database: Database; config: Config; files: KeptFiles },
): void => {
  const { rateLimitScale: scale } = config

  serve(app, exportEndpoint, signedIn, async ({ viewer, request, reply }) => {
    const { id, username } = memberOf(viewer)
    await requireRecentSignIn(sql, request.sessionHash)
    await takeFromLimit(sql, { key: `export:${id}`, most: 6, seconds: 3_600, scale })
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${username}.json"`)
    return Readable.from(exportAccount({ sql: expensive.sql, files, userId: id }), { objectMode: false })
  })

  serve(app, deleteAccount, completed, async ({ viewer, body, request, reply }) => {
    const { id, username } = memberOf(viewer)
    await requireRecentSignIn(sql, request.sessionHash)
    if (body.confirm !== username)
      throw badRequest(messages.confirm, [{ path: 'confirm', message: messages.confirm }])
    await takeFromLimit(sql, { key: `delete-account:${id}`, most: 10, seconds: 3_600, scale })
    await deleteUser({ sql, config }, id)
    clearSessionCookie(reply, config.publicUrl)
    return {}
  })
}
