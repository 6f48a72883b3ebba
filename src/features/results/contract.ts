import * as z from 'zod/mini'
import { authorShape } from '#core/author.ts'
import { dateShape } from '#core/date-shape.ts'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { modelIds } from '#core/model-catalogue.ts'
import { idShape } from '#core/query-shapes.ts'
import { textShape } from '#core/text-shape.ts'
import { tallyShape } from '#features/posts/contract.ts'
import { messages } from './contract-messages.ts'

const modelShape = z.string().check(z.refine((id) => modelIds.includes(id), messages.unknownModel))

/** A member's report on how the prompt worked with a model (docs/spec/data.md#results). */
const resultShape = z.object({
  model: z.string(),
  worked: z.boolean(),
  note: z.string(),
  /** An example of the model's output. */
  example: z.string(),
  createdAt: dateShape,
})
export type Result = z.output<typeof resultShape>

const reportedShape = z.object({ ...resultShape.def.shape, id: z.int(), user: authorShape })
export type ReportedResult = z.output<typeof reportedShape>

export const reportResultShape = z.object({
  model: modelShape,
  worked: z.boolean(),
  note: z._default(textShape(limits.resultNote, { tooLong: messages.noteTooLong }), ''),
  example: z._default(textShape(limits.resultExample, { tooLong: messages.exampleTooLong }), ''),
})

const params = z.object({ id: idShape })

export const listResults = endpoint({
  method: 'GET',
  path: '/api/posts/:id/results',
  summary:
    'List how a prompt worked with which models, the newest reports and your own; with `version`, for the prompt of that version',
  tag: 'Posts',
  access: 'anyone',
  errors: ['post-not-found', 'version-not-found'],
  params,
  query: z.object({ version: z.optional(idShape) }),
  reply: z.object({
    tallies: z.array(tallyShape),
    /** The reports on the current prompt or on that of the given version, up to a limit. */
    reports: z.array(reportedShape),
    /** The member's own reports on the same prompt. */
    own: z.array(resultShape),
  }),
  cacheSeconds: 5,
})

const talliesShape = z.object({ tallies: z.array(tallyShape) })

export const reportResult = endpoint({
  method: 'POST',
  path: '/api/posts/:id/results',
  summary: 'Say whether a prompt worked with a model; a second report with the model replaces the first',
  tag: 'Posts',
  access: 'active',
  rateLimit: { name: 'result', max: 120, windowSeconds: 3_600 },
  errors: ['post-not-found', 'private-post-read-only', 'own-post-result'],
  params,
  body: reportResultShape,
  reply: talliesShape,
})

export const withdrawResult = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id/results/:model',
  summary: 'Withdraw what you said about a prompt with a model',
  tag: 'Posts',
  access: 'completed-profile',
  rateLimit: { name: 'result', max: 120, windowSeconds: 3_600 },
  errors: ['post-not-found'],
  params: z.object({ id: idShape, model: z.string().check(z.maxLength(100)) }),
  reply: talliesShape,
})
