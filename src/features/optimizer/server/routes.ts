import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { readFilteredList } from '#server/database/force-custom-plan.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import {
  deleteOptimization,
  getOptimizerMode,
  incrementOptimizedCount,
  listOptimizations,
  listPromptLogs,
  optimizePrompt,
} from '../contract.ts'
import { optimize } from './optimize.ts'
import { selectPromptLogs } from './prompt-log-query.ts'
import type { OptimizerService } from './service/optimizer-service.ts'
import * as store from './store.ts'
import { acceptsEventStream, createDisconnectSignal, streamResult } from './stream-result.ts'

/** Opens the AI service if one is configured. Otherwise, its client (240 modules) is not loaded. */
const openService = async ({ optimizer }: Config): Promise<OptimizerService | null> => {
  if (!optimizer.baseUrl || !optimizer.model) return null
  const { createOptimizerService } = await import('./service/optimizer-service.ts')
  return createOptimizerService(optimizer)
}

export const optimizerRoutes = async (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): Promise<void> => {
  const service = await openService(config)
  const context = { sql, service, perHour: config.optimizer.maxPerHour, scale: config.rateLimitScale }
  // Aborts running completions because a shutdown would otherwise wait for them.
  if (service) app.addHook('preClose', async () => service.close())

  serveEndpoint(app, getOptimizerMode, async () => ({ isBuiltIn: service === null }))

  // Muted members can optimize prompts because the result is private.
  serveEndpoint(app, optimizePrompt, async ({ member, body, request, reply }) => {
    const options = { signal: createDisconnectSignal(reply), log: request.log }
    const run = (onDelta?: (piece: string) => void) =>
      optimize(context, member, body, { ...options, onDelta })
    return acceptsEventStream(request) ? streamResult({ request, reply }, run) : run()
  })

  serveEndpoint(app, incrementOptimizedCount, async ({ member }) => ({
    optimized: await store.recordNewOptimizations(sql, member.id),
  }))

  serveEndpoint(app, listOptimizations, async ({ member, query }) =>
    store.selectOptimizations(sql, member.id, query),
  )

  serveEndpoint(app, deleteOptimization, async ({ member, params }) => {
    if (!(await store.deleteOptimizationRow(sql, member.id, params.id)))
      throw new HttpError('optimization-not-found')
    return {}
  })

  serveEndpoint(app, listPromptLogs, ({ query, read }) =>
    read((reads) => readFilteredList(reads, query.q, (tx) => selectPromptLogs(tx, query))),
  )
}
