import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { idShape, limitShape, offsetShape } from '#core/query-shapes.ts'
import { textShape } from '#core/text-shape.ts'
import { lookedForShape } from '#features/audit/contract.ts'
import { modelIds, postTypeShape } from '#features/catalogue/contract.ts'
import { messages } from '#features/optimizer/contract-messages.ts'

const known = new Set(modelIds)

const requestShape = z.object({
  prompt: textShape(limits.optimizerPrompt, {
    required: messages.promptRequired,
    tooLong: messages.promptLong,
  }),
  type: z.optional(z.nullable(postTypeShape)),
  models: z._default(
    z
      .array(z.string().check(z.refine((id) => known.has(id), messages.unknownModel)))
      .check(z.maxLength(limits.models, messages.tooManyModels)),
    [],
  ),
  /** Changes an earlier result of one's own; `prompt` is then the one that it was made from. */
  refine: z.optional(
    z.object({
      logId: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
      instruction: textShape(limits.optimizerInstruction, {
        required: messages.instructionRequired,
        tooLong: messages.instructionLong,
      }),
    }),
  ),
})
export type OptimizeRequest = z.output<typeof requestShape>

const resultShape = z.object({
  /** Of its place in the person's history. */
  id: z.int(),
  optimizedPrompt: z.string(),
  type: z.nullable(postTypeShape),
  models: z.array(z.string()),
})
export type OptimizeResult = z.output<typeof resultShape>

/**
 * Answers JSON; or, to `Accept: text/event-stream`, the events `delta` (a piece of the text, as a JSON string) and in the
 * end `result` (what JSON would be) or `failure` (`{status, message}`). What fails before the first piece has its status.
 */
export const optimizePrompt = endpoint({
  method: 'POST',
  path: '/api/optimize-prompt',
  summary: 'Have a prompt optimized, or a result of it refined',
  tag: 'Optimizer',
  body: requestShape,
  reply: resultShape,
})

export const getOptimizer = endpoint({
  method: 'GET',
  path: '/api/optimizer',
  summary: 'Whether an AI service optimizes, or the built-in rules',
  tag: 'Optimizer',
  reply: z.object({ isBuiltIn: z.boolean() }),
  visitorCache: 60,
})

/** Counts each finished optimization of the caller once, however often it is called. */
export const countOptimized = endpoint({
  method: 'POST',
  path: '/api/user/increment-optimized',
  summary: 'Count what has been optimized',
  tag: 'Optimizer',
  reply: z.object({ optimized: z.int() }),
})

const optimizationShape = z.object({
  id: z.int(),
  originalPrompt: z.string(),
  optimizedPrompt: z.string(),
  type: z.nullable(postTypeShape),
  models: z.array(z.string()),
  refinedFrom: z.nullable(z.int()),
  createdAt: z.string(),
})
export type Optimization = z.output<typeof optimizationShape>

export const listOptimizations = endpoint({
  method: 'GET',
  path: '/api/user/optimizations',
  summary: "One's own optimizations, newest first; `before` is the id that the page begins behind",
  tag: 'Optimizer',
  query: z.object({ limit: limitShape, before: z.optional(idShape) }),
  reply: z.array(optimizationShape),
})

export const deleteOptimization = endpoint({
  method: 'DELETE',
  path: '/api/user/optimizations/:id',
  summary: "Delete one of one's own optimizations",
  tag: 'Optimizer',
  params: z.object({ id: idShape }),
  reply: z.object({}),
})

const promptLogShape = z.object({
  id: z.int(),
  userId: z.int(),
  originalPrompt: z.string(),
  optimizedPrompt: z.string(),
  promptType: z.nullable(postTypeShape),
  models: z.array(z.string()),
  createdAt: z.string(),
  user: z.object({ id: z.int(), username: z.string() }),
})
export type PromptLog = z.output<typeof promptLogShape>

/** Section 7, for admins; a page is 50. */
export const listPromptLogs = endpoint({
  method: 'GET',
  path: '/api/admin/prompt-logs',
  summary: "Everybody's optimizations, newest first; `q` is any part of a prompt, or a whole username",
  tag: 'Admin',
  query: z.object({
    limit: z._default(limitShape, limits.pageMax),
    offset: offsetShape,
    q: lookedForShape,
  }),
  reply: z.array(promptLogShape),
})
