import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import * as contract from '#features/webhooks/contract.ts'
import {
  insertTestDelivery,
  requeueDelivery,
  selectDelivery,
} from '#features/webhooks/server/deliveries-query.ts'
import { lockWebhook } from '#features/webhooks/server/store.ts'
import type { Config } from '#server/config.ts'
import type { AnySql, Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { runBeforeJob } from '#server/jobs/run-before-job.ts'
import { deliverNow, MAX_REQUEST_WAIT_MS, webhookJob } from './deliver-webhooks.ts'
import { changeWebhook, createWebhook, deleteWebhook, replaceWebhookSecret } from './manage-webhooks.ts'

/** Registers what members do with their webhooks, and admins with those of topics. */
export const webhookUseCaseRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  const stopping = new AbortController()
  app.addHook('onClose', async () => stopping.abort())

  /** Adds or finds a message, and sends it before the response, which then says what came of it. */
  const sendNow = async (
    { member, params, log }: { member: Member; params: { id: number }; log: FastifyRequest['log'] },
    queue: (tx: AnySql) => Promise<number>,
  ) => {
    if (!config.webhooks.isEnabled) throw new HttpError('webhooks-disabled')
    const deliveryId = await sql.begin(async (tx) => {
      const webhook = await lockWebhook(tx, member, params.id)
      if (!webhook) throw new HttpError('webhook-not-found')
      if (webhook.state !== 'active') throw new HttpError('webhook-not-active')
      return queue(tx)
    })
    const context = { sql, config, log, signal: stopping.signal }
    await runBeforeJob(webhookJob, () => deliverNow(context, deliveryId), { log, maxMs: MAX_REQUEST_WAIT_MS })
    const delivery = await selectDelivery(sql, member, params.id, deliveryId)
    if (!delivery) throw new HttpError('webhook-not-found')
    return delivery
  }

  serveEndpoint(app, contract.createWebhook, ({ member, body }) =>
    createWebhook({ sql, config }, member, body),
  )
  serveEndpoint(app, contract.changeWebhook, ({ member, params, body }) =>
    changeWebhook({ sql, config }, member, params.id, body),
  )
  serveEndpoint(app, contract.deleteWebhook, async ({ member, params }) => {
    await deleteWebhook(sql, member, params.id)
    return {}
  })
  serveEndpoint(app, contract.replaceWebhookSecret, async ({ member, params }) => ({
    secret: await replaceWebhookSecret(sql, member, params.id),
  }))
  serveEndpoint(app, contract.testWebhook, ({ member, params, request: { log } }) =>
    sendNow({ member, params, log }, (tx) => insertTestDelivery(tx, params.id)),
  )
  serveEndpoint(app, contract.resendWebhookDelivery, ({ member, params, request: { log } }) =>
    sendNow({ member, params, log }, async (tx) => {
      if (!(await requeueDelivery(tx, params.id, params.deliveryId)))
        throw new HttpError('delivery-not-found')
      return params.deliveryId
    }),
  )
}
