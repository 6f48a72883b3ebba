import { notFound } from '#core/failure.ts'
import type { Member } from '#core/viewer.ts'
import type { OptimizeRequest, OptimizeResult } from '#features/optimizer/contract.ts'
import { messages } from '#features/optimizer/contract-messages.ts'
import type { Sql } from '#server/database/connect.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import { optimizeByRules, RULES_VERSION } from './built-in/optimize-by-rules.ts'
import { refineByRules } from './built-in/refine-by-rules.ts'
import type { Service } from './service/open-service.ts'
import { findOptimization, insertOptimization } from './store.ts'
import type { Run, ToOptimize } from './to-optimize.ts'

export type Optimizing = {
  sql: Sql
  /** `null`: the built-in rules. */
  service: Service | null
  perHour: number
  scale: number
}

const RULES_PER_HOUR = 300
const HOUR = 3_600

/**
 * Optimizes or refines, and writes the finished result to the member's history. No database connection is held while
 * the service writes. Throws 404 for a result that is not the member's own, 429 and 503 with Retry-After.
 */
export const optimize = async (
  { sql, service, perHour, scale }: Optimizing,
  member: Member,
  body: OptimizeRequest,
  run: Run,
): Promise<OptimizeResult> => {
  const asked = await readRequest(sql, member, body)
  service?.refuseIfFull()
  await takeFromLimit(sql, {
    key: `optimize:${member.id}`,
    most: service ? perHour : RULES_PER_HOUR,
    seconds: HOUR,
    scale,
  })
  const optimizedPrompt = service ? await service.optimize(asked, run) : byRules(asked)
  const id = await insertOptimization(sql, {
    userId: member.id,
    originalPrompt: asked.prompt,
    optimizedPrompt,
    type: asked.type,
    models: asked.models,
    madeBy: service ? service.version : RULES_VERSION,
    refinedFrom: body.refine?.logId ?? null,
  })
  return { id, optimizedPrompt, type: asked.type, models: [...asked.models] }
}

const readRequest = async (sql: Sql, member: Member, body: OptimizeRequest): Promise<ToOptimize> => {
  const { prompt, type = null, refine } = body
  const models = [...new Set(body.models)]
  if (!refine) return { prompt, type, models }
  const earlier = await findOptimization(sql, member.id, refine.logId)
  if (!earlier) throw notFound(messages.notFound)
  const { originalPrompt, optimizedPrompt } = earlier
  return {
    prompt: originalPrompt,
    type,
    models,
    refine: { text: optimizedPrompt, instruction: refine.instruction },
  }
}

const byRules = ({ refine, ...asked }: ToOptimize): string =>
  refine ? refineByRules(asked, refine) : optimizeByRules(asked)
