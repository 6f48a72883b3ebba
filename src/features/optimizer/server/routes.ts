import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/failure.ts'
import { admin, completed, memberOf, signedIn } from '#features/identity/server/guards.ts'
import {
  countOptimized,
  deleteOptimization,
  getOptimizer,
  listOptimizations,
  listPromptLogs,
  optimizePrompt,
} from '#features/optimizer/contract.ts'
import { messages } from '#features/optimizer/contract-messages.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { readMatching } from '#server/database/plan-each-time.ts'
import { anyone, serve } from '#server/http/serve.ts'
import type { ExpensiveReads } from '#server/limits/expensive-reads.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import { optimize } from './optimize.ts'
import { openService } from './service/open-service.ts'
import * as store from './store.ts'
import { leavingOf, streamResult, wantsEvents } from './stream-result.ts'

export const optimizerRoutes = (
  app: FastifyInstance,
  {
    database: { sql },
    config,
    readExpensive,
  }: { database: Database; config: Config; readExpensive: ExpensiveReads },
): void => {
  const service = openService(config.optimizer)
  const context = { sql, service, perHour: config.optimizer.perHour, scale: config.rateLimitScale }
  const limit = { seconds: 3_600, scale: config.rateLimitScale }
  // Otherwise a shutdown would wait for running completions.
  if (service) app.addHook('preClose', async () => service.close())

  serve(app, getOptimizer, anyone, async () => ({ isBuiltIn: service === null }))

  // Muted members may optimize: the result is private.
  serve(app, optimizePrompt, completed, async ({ viewer, body, request, reply }) => {
    const options = { signal: leavingOf(reply), log: request.log }
    const run = (onDelta?: (piece: string) => void) =>
      optimize(context, memberOf(viewer), body, { ...options, onDelta })
    return wantsEvents(request) ? streamResult({ request, reply }, run) : run()
  })

  serve(app, countOptimized, completed, async ({ viewer }) => {
    const { id } = memberOf(viewer)
    await takeFromLimit(sql, { key: `count-optimized:${id}`, most: 1_000, ...limit })
    return { optimized: await store.countFinished(sql, id) }
  })

  serve(app, listOptimizations, signedIn, async ({ viewer, query }) =>
    store.listOptimizationsOf(sql, memberOf(viewer).id, query),
  )

  serve(app, deleteOptimization, completed, async ({ viewer, params }) => {
    const { id } = memberOf(viewer)
    await takeFromLimit(sql, { key: `delete-optimization:${id}`, most: 600, ...limit })
    if (!(await store.deleteOptimizationOf(sql, id, params.id))) throw notFound(messages.notFound)
    return {}
  })

  serve(app, listPromptLogs, admin, ({ query, request }) =>
    readExpensive({
      name: 'admin',
      max: 1_200,
      request,
      read: (reads) => readMatching(reads, query.q, (tx) => store.listPromptLogs(tx, query)),
    }),
  )
}
