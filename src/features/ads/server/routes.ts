import type { FastifyInstance } from 'fastify'
import { conflict } from '#core/failure.ts'
import { requestAd } from '#features/ads/contract.ts'
import { messages } from '#features/ads/contract-messages.ts'
import { active, memberOf } from '#features/identity/server/guards.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import { insertAdRequest } from './store.ts'

export const adRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  serve(app, requestAd, active, async ({ viewer, body }) => {
    const { id } = memberOf(viewer)
    const limit = { most: 5, seconds: 86_400, scale: config.rateLimitScale }
    await takeFromLimit(sql, { key: `ad-request:${id}`, ...limit })
    const requestId = await insertAdRequest(sql, id, body)
    if (requestId === null) throw conflict(messages.again)
    return { id: requestId }
  })
}
