import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '#core/http-error.ts'
import { deleteUser } from '#features/admin/server/delete-user.ts'
import { requireRecentSignIn } from '#features/identity/server/recent-sign-in.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { consumeRateLimit } from '#server/limits/rate-limit.ts'
import type { FileStore } from '#server/media/file-store.ts'
import { requireCompletedProfile, requireMember, requireSignedIn } from '#server/session/guards.ts'
import { clearSessionCookie } from '#server/session/session-cookie.ts'
import { deleteAccount, exportAccount as exportEndpoint, messages } from '../contract.ts'
import { exportAccount } from './export-account.ts'

export const accountRoutes = (
  app: FastifyInstance,
  { database: { sql, expensive }, config, files }: { database: Database; config: Config; files: FileStore },
): void => {
  const { rateLimitScale: scale } = config

  serve(app, exportEndpoint, requireSignedIn, async ({ viewer, request, reply }) => {
    const { id, username } = requireMember(viewer)
    await requireRecentSignIn(sql, request.sessionHash)
    await consumeRateLimit(sql, { key: `export:${id}`, max: 6, windowSeconds: 3_600, scale })
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${username}.json"`)
    return Readable.from(exportAccount({ sql: expensive.sql, files, userId: id }), { objectMode: false })
  })

  serve(app, deleteAccount, requireCompletedProfile, async ({ viewer, body, request, reply }) => {
    const { id, username } = requireMember(viewer)
    await requireRecentSignIn(sql, request.sessionHash)
    if (body.confirm !== username)
      throw badRequest(messages.confirmationRequired, [
        { path: 'confirm', message: messages.confirmationRequired },
      ])
    await consumeRateLimit(sql, { key: `delete-account:${id}`, max: 10, windowSeconds: 3_600, scale })
    await deleteUser({ sql, config }, id)
    clearSessionCookie(reply, config.publicUrl)
    return {}
  })
}
