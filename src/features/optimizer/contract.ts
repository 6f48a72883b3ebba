import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { modelIds } from '#core/model-catalogue.ts'
import {
  adminPageQuerySchema,
  adminReadLimit,
  idSchema,
  limitSchema,
  postTypeSchema,
  searchTextSchema,
  sortSchema,
  timeSorts,
} from '#core/query-schemas.ts'
import { textSchema } from '#core/text-schema.ts'
import { optimizerMessages } from './contract-messages.ts'

const knownModels = new Set(modelIds)

const requestSchema = z.object({
  prompt: textSchema(limits.optimizerPrompt, {
    required: optimizerMessages.promptRequired,
    tooLong: optimizerMessages.promptTooLong,
  }),
  type: z.optional(z.nullable(postTypeSchema)),
  models: z._default(
    z
      .array(z.string().check(z.refine((id) => knownModels.has(id), optimizerMessages.unknownModel)))
      .check(z.maxLength(limits.models, optimizerMessages.tooManyModels)),
    [],
  ),
  /** The earlier result to refine, if any. `prompt` must then be that result's original prompt. */
  refine: z.optional(
    z.object({
      logId: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
      instruction: textSchema(limits.optimizerInstruction, {
        required: optimizerMessages.instructionRequired,
        tooLong: optimizerMessages.instructionTooLong,
      }),
    }),
  ),
})
export type OptimizeRequest = z.output<typeof requestSchema>

const resultSchema = z.object({
  /** The id of the entry in the member's history. */
  id: z.int(),
  optimizedPrompt: z.string(),
  type: z.nullable(postTypeSchema),
  models: z.array(z.string()),
})
export type OptimizeResult = z.output<typeof resultSchema>

/**
 * Responds with JSON or, if the request accepts `text/event-stream`, with server-sent events: `delta` (a piece of the
 * text, as a JSON string) and finally `result` (the same object as the JSON response) or `failure` (`{status,
 * message}`). An error before the first piece is an ordinary error response with its status.
 */
export const optimizePrompt = endpoint({
  method: 'POST',
  path: '/api/optimize-prompt',
  summary: 'Optimize a prompt or refine an earlier result',
  tag: 'Optimizer',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: {
    custom: 'Per hour and member: 300 with the built-in rules, otherwise as many as the operator allows',
  },
  errors: ['optimization-not-found', 'optimizer-unavailable', 'optimizer-busy'],
  body: requestSchema,
  reply: resultSchema,
})

export const getOptimizerMode = endpoint({
  method: 'GET',
  path: '/api/optimizer',
  summary: 'Get whether prompts are optimized by an AI service or by the built-in rules',
  tag: 'Optimizer',
  access: 'anyone',
  scope: 'read',
  reply: z.object({ isBuiltIn: z.boolean() }),
  cacheSeconds: 60,
})

/**
 * Idempotent: each of the caller's finished optimizations is counted only once, no matter how often this is
 * called.
 */
export const incrementOptimizedCount = endpoint({
  method: 'POST',
  path: '/api/user/increment-optimized',
  summary: 'Count finished optimizations',
  tag: 'Optimizer',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: { name: 'count-optimized', max: 1_000, windowSeconds: 3_600 },
  reply: z.object({ optimized: z.int() }),
})

const optimizationSchema = z.object({
  id: z.int(),
  originalPrompt: z.string(),
  optimizedPrompt: z.string(),
  type: z.nullable(postTypeSchema),
  models: z.array(z.string()),
  refinedFrom: z.nullable(z.int()),
  createdAt: dateSchema,
})
export type Optimization = z.output<typeof optimizationSchema>

export const listOptimizations = endpoint({
  method: 'GET',
  path: '/api/user/optimizations',
  summary: 'List your optimizations, newest first; `before` is the id of the last one on the previous page',
  tag: 'Optimizer',
  access: 'signed-in',
  scope: 'private',
  query: z.object({ limit: limitSchema, before: z.optional(idSchema) }),
  reply: z.array(optimizationSchema),
  next: (items: readonly { id: number }[], { limit }: { limit: number }) => {
    const last = items.at(-1)
    return last && items.length >= limit ? { before: last.id } : null
  },
})

export const deleteOptimization = endpoint({
  method: 'DELETE',
  path: '/api/user/optimizations/:id',
  summary: 'Delete one of your optimizations',
  tag: 'Optimizer',
  access: 'also-suspended',
  scope: 'write',
  rateLimit: { name: 'delete-optimization', max: 600, windowSeconds: 3_600 },
  errors: ['optimization-not-found'],
  params: z.object({ id: idSchema }),
  reply: z.object({}),
})

const promptLogSchema = z.object({
  id: z.int(),
  userId: z.int(),
  originalPrompt: z.string(),
  optimizedPrompt: z.string(),
  promptType: z.nullable(postTypeSchema),
  models: z.array(z.string()),
  createdAt: dateSchema,
  user: z.object({ id: z.int(), username: z.string() }),
})
export type PromptLog = z.output<typeof promptLogSchema>

/** For admins only (docs/spec/api.md#admin). A page has 50 entries (docs/spec/limits.md#lists). */
export const listPromptLogs = endpoint({
  method: 'GET',
  path: '/api/admin/prompt-logs',
  summary: "List all members' optimizations; `q` matches part of a prompt or a whole username",
  tag: 'Admin',
  access: 'admin',
  scope: 'admin',
  expensive: adminReadLimit,
  query: z.object({
    ...adminPageQuerySchema,
    q: searchTextSchema,
    sort: sortSchema(timeSorts),
  }),
  reply: z.array(promptLogSchema),
})
