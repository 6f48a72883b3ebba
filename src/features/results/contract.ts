import * as z from 'zod/mini'
import { authorSchema } from '#core/author.ts'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { modelIds } from '#core/model-catalogue.ts'
import { idSchema } from '#core/query-schemas.ts'
import { textSchema } from '#core/text-schema.ts'
import { modelTallySchema } from '#features/posts/contract.ts'

const resultMessages = {
  unknownModel: 'This model is not in the catalogue',
  noteTooLong: `The note must be at most ${limits.resultNote} characters`,
  exampleTooLong: `The example must be at most ${limits.resultExample} characters`,
} as const

const modelSchema = z.string().check(z.refine((id) => modelIds.includes(id), resultMessages.unknownModel))

/** A member's report on how the prompt worked with a model (docs/spec/data.md#results). */
const resultSchema = z.object({
  model: z.string(),
  worked: z.boolean(),
  note: z.string(),
  /** An example of the model's output. */
  example: z.string(),
  createdAt: dateSchema,
})
export type PromptResult = z.output<typeof resultSchema>

const reportedSchema = z.object({ ...resultSchema.def.shape, id: z.int(), user: authorSchema })
export type ReportedResult = z.output<typeof reportedSchema>

export const reportResultSchema = z.object({
  model: modelSchema,
  worked: z.boolean(),
  note: z._default(textSchema(limits.resultNote, { tooLong: resultMessages.noteTooLong }), ''),
  example: z._default(textSchema(limits.resultExample, { tooLong: resultMessages.exampleTooLong }), ''),
})

const params = z.object({ id: idSchema })

export const listResults = endpoint({
  method: 'GET',
  path: '/api/posts/:id/results',
  summary:
    'List how a prompt worked with which models, the newest reports and your own; with `version`, for the prompt of that version',
  tag: 'Posts',
  access: 'anyone',
  scope: 'read',
  errors: ['post-not-found', 'version-not-found'],
  params,
  query: z.object({ version: z.optional(idSchema) }),
  reply: z.object({
    tallies: z.array(modelTallySchema),
    /**
     * The reports on the current prompt or, if a version is given, on that version's prompt, up to a limit.
     */
    reports: z.array(reportedSchema),
    /** The member's own reports on the same prompt. */
    own: z.array(resultSchema),
  }),
  cacheSeconds: 5,
})

const talliesSchema = z.object({ tallies: z.array(modelTallySchema) })

export const reportResult = endpoint({
  method: 'POST',
  path: '/api/posts/:id/results',
  summary: 'Say whether a prompt worked with a model; a second report with the model replaces the first',
  tag: 'Posts',
  access: 'active',
  scope: 'write',
  rateLimit: { name: 'result', max: 120, windowSeconds: 3_600 },
  errors: ['post-not-found', 'private-post-read-only', 'own-post-result'],
  params,
  body: reportResultSchema,
  reply: talliesSchema,
})

export const withdrawResult = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id/results/:model',
  summary: 'Withdraw what you said about a prompt with a model',
  tag: 'Posts',
  access: 'also-suspended',
  scope: 'write',
  rateLimit: { name: 'result', max: 120, windowSeconds: 3_600 },
  errors: ['post-not-found'],
  params: z.object({ id: idSchema, model: z.string().check(z.maxLength(100)) }),
  reply: talliesSchema,
})
