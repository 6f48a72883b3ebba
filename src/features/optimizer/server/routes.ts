import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/http-error.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { readFiltered } from '#server/database/force-custom-plan.ts'
import { allowAnyone, serve } from '#server/http/serve.ts'
import type { ExpensiveReads } from '#server/limits/expensive-reads.ts'
import { consumeRateLimit } from '#server/limits/rate-limit.ts'
import {
  requireAdmin,
  requireCompletedProfile,
  requireMember,
  requireSignedIn,
} from '#server/session/guards.ts'
import {
  countOptimization,
  deleteOptimization,
  getOptimizer,
  listOptimizations,
  listPromptLogs,
  optimizePrompt,
} from '../contract.ts'
import { messages } from '../contract-messages.ts'
import { optimize } from './optimize.ts'
import { createOptimizerService } from './service/optimizer-service.ts'
import * as store from './store.ts'
import { abortOnDisconnect, acceptsEventStream, streamResult } from './stream-result.ts'

export const optimizerRoutes = (
  app: FastifyInstance,
  {
    database: { sql },
    config,
    readExpensive,
  }: { database: Database; config: Config; readExpensive: ExpensiveReads },
): void => {
  const service = createOptimizerService(config.optimizer)
  const context = { sql, service, perHour: config.optimizer.maxPerHour, scale: config.rateLimitScale }
  const limit = { windowSeconds: 3_600, scale: config.rateLimitScale }
  // Without this, a shutdown would wait for running completions.
  if (service) app.addHook('preClose', async () => service.close())

  serve(app, getOptimizer, allowAnyone, async () => ({ isBuiltIn: service === null }))

  // Muted members may optimize: the result is private.
  serve(app, optimizePrompt, requireCompletedProfile, async ({ viewer, body, request, reply }) => {
    const options = { signal: abortOnDisconnect(reply), log: request.log }
    const run = (onDelta?: (piece: string) => void) =>
      optimize(context, requireMember(viewer), body, { ...options, onDelta })
    return acceptsEventStream(request) ? streamResult({ request, reply }, run) : run()
  })

  serve(app, countOptimization, requireCompletedProfile, async ({ viewer }) => {
    const { id } = requireMember(viewer)
    await consumeRateLimit(sql, { key: `count-optimized:${id}`, max: 1_000, ...limit })
    return { optimized: await store.countNewOptimizations(sql, id) }
  })

  serve(app, listOptimizations, requireSignedIn, async ({ viewer, query }) =>
    store.selectOptimizations(sql, requireMember(viewer).id, query),
  )

  serve(app, deleteOptimization, requireCompletedProfile, async ({ viewer, params }) => {
    const { id } = requireMember(viewer)
    await consumeRateLimit(sql, { key: `delete-optimization:${id}`, max: 600, ...limit })
    if (!(await store.deleteOptimizationRow(sql, id, params.id))) throw notFound(messages.notFound)
    return {}
  })

  serve(app, listPromptLogs, requireAdmin, ({ query, request }) =>
    readExpensive({
      name: 'admin',
      max: 1_200,
      request,
      read: (reads) => readFiltered(reads, query.q, (tx) => store.selectPromptLogs(tx, query)),
    }),
  )
}
