import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as contract from '../contract.ts'
import { selectDeliveries } from './deliveries-query.ts'
import { selectHasWebhook, selectWebhooks } from './store.ts'

/** Registers what members read about their webhooks. What changes them is in `src/use-cases/webhook-routes.ts`. */
export const webhookRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  serveEndpoint(app, contract.listWebhooks, async ({ member }) => ({
    isEnabled: config.webhooks.isEnabled,
    webhooks: await selectWebhooks(sql, member),
  }))
  serveEndpoint(app, contract.listWebhookDeliveries, async ({ member, params, query }) => {
    const deliveries = await selectDeliveries(sql, member, params.id, query.after)
    if (deliveries.length === 0 && !(await selectHasWebhook(sql, member, params.id)))
      throw new HttpError('webhook-not-found')
    return deliveries
  })
}
