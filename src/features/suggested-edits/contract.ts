import * as z from 'zod/mini'
import { authorSchema } from '#core/author.ts'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { idSchema } from '#core/query-schemas.ts'
import { textSchema } from '#core/text-schema.ts'
import { postFieldNames, type TextFieldName } from '#features/posts/contract-fields.ts'
import { updatePostSchema } from '#features/posts/contract-form.ts'
import { textChangeSchema, versionedPostSchema } from '#features/versions/contract.ts'
import { suggestedEditMessages } from './contract-messages.ts'
import { suggestableFieldNames, suggestedEditStatuses } from './contract-values.ts'

/** A member's suggestion to change a post, without the suggested text (docs/spec/data.md#suggested-edits). */
const suggestedEditSchema = z.object({
  id: z.int(),
  user: authorSchema,
  reason: z.string(),
  status: z.enum(suggestedEditStatuses),
  /** The names of the fields that the edit changes. */
  changed: z.array(z.enum(postFieldNames)),
  /** The post author's answer; may be empty. */
  answer: z.string(),
  /** The number of the version that the edit created; null unless it was accepted. */
  version: z.nullable(z.int()),
  createdAt: dateSchema,
  decidedAt: z.nullable(dateSchema),
})
export type SuggestedEdit = z.output<typeof suggestedEditSchema>

const forEachText = <T>(value: T) =>
  Object.fromEntries(suggestableFieldNames.map((name) => [name, value])) as Record<TextFieldName, T>

/** The complete new text of each field. A field whose text equals the current text counts as unchanged. */
export const suggestEditSchema = z.object({
  ...z.pick(updatePostSchema, forEachText(true as const)).shape,
  reason: textSchema(limits.versionNote, {
    required: suggestedEditMessages.reasonRequired,
    tooLong: suggestedEditMessages.reasonTooLong,
  }),
})
export type SuggestedEditInput = z.output<typeof suggestEditSchema>

const post = z.object({ id: idSchema })
const suggestedEdit = z.object({ id: idSchema, suggestion: idSchema })
const tag = 'Posts'
const suggestLimit = { name: 'suggest-edit', max: 60, windowSeconds: 3_600 } as const

export const listSuggestedEdits = endpoint({
  method: 'GET',
  path: '/api/posts/:id/suggested-edits',
  summary: 'List the suggested edits of a post, newest first',
  tag,
  access: 'anyone',
  scope: 'read',
  errors: ['post-not-found'],
  params: post,
  query: z.object({ before: z.optional(idSchema) }),
  /** `before` is the cursor of the next page; null on the last page. */
  reply: z.object({
    post: versionedPostSchema,
    suggestedEdits: z.array(suggestedEditSchema),
    before: z.nullable(z.int()),
  }),
  cacheSeconds: 5,
  next: ({ before }: { before: number | null }) => (before === null ? null : { before }),
})

export const getSuggestedEdit = endpoint({
  method: 'GET',
  path: '/api/posts/:id/suggested-edits/:suggestion',
  summary: 'Compare a suggested edit with what it changes; for visitors, with the beginnings of the prompts',
  tag,
  access: 'anyone',
  scope: 'read',
  // Comparing long texts takes up to a tenth of a second.
  expensive: { name: 'compare', max: 120 },
  errors: ['post-not-found', 'suggested-edit-not-found'],
  params: suggestedEdit,
  reply: z.object({
    post: versionedPostSchema,
    suggestedEdit: suggestedEditSchema,
    /**
     * True if any text that the edit would replace has changed since the edit was suggested. Such an edit
     * cannot be accepted.
     */
    isOutdated: z.boolean(),
    /** True if a prompt was truncated for this viewer. */
    isCut: z.boolean(),
    fields: z.array(z.object({ name: z.enum(postFieldNames), changes: z.array(textChangeSchema) })),
  }),
  cacheSeconds: 5,
})
export type ComparedSuggestedEdit = z.output<typeof getSuggestedEdit.reply>

export const suggestEdit = endpoint({
  method: 'POST',
  path: '/api/posts/:id/suggested-edits',
  summary: "Suggest an edit of somebody else's public post",
  tag,
  access: 'active',
  scope: 'write',
  rateLimit: suggestLimit,
  errors: ['post-not-found', 'own-post-suggestion', 'private-post-suggestion', 'too-many-suggested-edits'],
  params: post,
  body: suggestEditSchema,
  reply: z.object({ id: z.int() }),
})

/** Replaces the suggested text. The changes then refer to the current version of the post. */
export const reviseSuggestedEdit = endpoint({
  method: 'PATCH',
  path: '/api/posts/:id/suggested-edits/:suggestion',
  summary: 'Change an edit that you suggested and that is not decided',
  tag,
  access: 'active',
  scope: 'write',
  rateLimit: suggestLimit,
  errors: [
    'post-not-found',
    'private-post-suggestion',
    'suggested-edit-not-found',
    'suggested-edit-decided',
    'not-allowed',
  ],
  params: suggestedEdit,
  body: suggestEditSchema,
  reply: z.object({ id: z.int() }),
})

/** Returns the text of the member's own suggested edit so that it can be revised. */
export const getOwnSuggestedEdit = endpoint({
  method: 'GET',
  path: '/api/posts/:id/suggested-edits/:suggestion/texts',
  summary: 'Get the texts of an edit that you suggested',
  tag,
  access: 'signed-in',
  scope: 'private',
  errors: ['post-not-found', 'suggested-edit-not-found', 'not-allowed'],
  params: suggestedEdit,
  reply: z.object({
    texts: z.partial(z.object(forEachText(z.string()))),
    reason: z.string(),
  }),
})

export const deleteSuggestedEdit = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id/suggested-edits/:suggestion',
  summary: 'Delete an edit that you suggested, unless it was accepted',
  tag,
  access: 'also-suspended',
  scope: 'write',
  rateLimit: suggestLimit,
  errors: ['not-allowed', 'post-not-found', 'suggested-edit-not-found', 'suggested-edit-decided'],
  params: suggestedEdit,
  reply: z.object({}),
})
