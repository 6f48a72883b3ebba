import { optimizeByRules, RULES_VERSION, refineByRules } from '@prompt-collection/prompt-rules'
import { HttpError } from '#core/http-error.ts'
import { getModelType } from '#core/model-catalogue.ts'
import type { Member } from '#core/viewer.ts'
import type { Sql } from '#server/database/connect.ts'
import { consumeRateLimit } from '#server/limits/rate-limit.ts'
import type { OptimizeRequest, OptimizeResult } from '../contract.ts'
import type { OptimizationInput, OptimizeOptions } from './optimization-input.ts'
import type { OptimizerService } from './service/optimizer-service.ts'
import { insertOptimization, selectOptimization } from './store.ts'

export type OptimizerContext = {
  sql: Sql
  /** The optimizer service, or null to use the built-in optimizer. */
  service: OptimizerService | null
  perHour: number
  scale: number
}

const MAX_BUILT_IN_PER_HOUR = 300
const HOUR_SECONDS = 3_600

/**
 * Optimizes a prompt or refines an earlier result, and stores the finished result in the member's history.
 * Holds no database connection while the service generates. Throws 404 if the result to refine is not the
 * member's own, 429 after too many requests, and 503 if the service is overloaded or fails. The 429 and 503
 * errors include a Retry-After.
 */
export const optimize = async (
  { sql, service, perHour, scale }: OptimizerContext,
  member: Member,
  body: OptimizeRequest,
  run: OptimizeOptions,
): Promise<OptimizeResult> => {
  const input = await resolveInput(sql, member, body)
  service?.assertCapacity()
  await consumeRateLimit(sql, {
    key: `optimize:${member.id}`,
    max: service ? perHour : MAX_BUILT_IN_PER_HOUR,
    windowSeconds: HOUR_SECONDS,
    scale,
  })
  const optimizedPrompt = service ? await service.optimize(input, run) : runRules(input)
  const id = await insertOptimization(sql, {
    userId: member.id,
    originalPrompt: input.prompt,
    optimizedPrompt,
    type: input.type,
    models: input.models,
    optimizerVersion: service ? service.version : RULES_VERSION,
    refinedFrom: body.refine?.logId ?? null,
  })
  return { id, optimizedPrompt, type: input.type, models: [...input.models] }
}

const resolveInput = async (sql: Sql, member: Member, body: OptimizeRequest): Promise<OptimizationInput> => {
  const { prompt, type = null, refine } = body
  const models = [...new Set(body.models)]
  if (!refine) return { prompt, type, models }
  const earlier = await selectOptimization(sql, member.id, refine.logId)
  if (!earlier) throw new HttpError('optimization-not-found')
  const { originalPrompt, optimizedPrompt } = earlier
  return {
    prompt: originalPrompt,
    type,
    models,
    refine: { text: optimizedPrompt, instruction: refine.instruction },
  }
}

const runRules = ({ refine, prompt, type, models }: OptimizationInput): string => {
  const input = { prompt, type: type ?? getModelType(models[0]), models }
  return refine ? refineByRules(input, refine) : optimizeByRules(input)
}
