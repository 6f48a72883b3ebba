import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { idSchema } from '#core/query-schemas.ts'
import { textSchema } from '#core/text-schema.ts'
import { postCardSchema } from '#features/posts/contract.ts'
import { suggestedEditMessages } from './contract-messages.ts'

const tag = 'Posts'
const params = z.object({ id: idSchema, suggestion: idSchema })
const rateLimit = { name: 'edit', max: 300, windowSeconds: 3_600 } as const
const errors = [
  'not-allowed',
  'post-not-found',
  'suggested-edit-not-found',
  'suggested-edit-decided',
  'account-muted',
] as const
const answerSchema = textSchema(limits.suggestedEditAnswer, { tooLong: suggestedEditMessages.answerTooLong })

export const acceptSuggestedEdit = endpoint({
  method: 'POST',
  path: '/api/posts/:id/suggested-edits/:suggestion/accept',
  summary: 'Accept a suggested edit of your post, which becomes a version credited to both of you',
  tag,
  access: 'completed-profile',
  scope: 'write',
  rateLimit,
  errors: [...errors, 'post-restricted', 'removed-prompt', 'suggested-edit-outdated', 'newcomer-limit'],
  params,
  reply: postCardSchema,
})

export const declineSuggestedEdit = endpoint({
  method: 'POST',
  path: '/api/posts/:id/suggested-edits/:suggestion/decline',
  summary: 'Decline a suggested edit of your post',
  tag,
  access: 'completed-profile',
  scope: 'write',
  rateLimit,
  errors,
  params,
  body: z.object({ answer: z._default(answerSchema, '') }),
  reply: z.object({}),
})

export const requestChanges = endpoint({
  method: 'POST',
  path: '/api/posts/:id/suggested-edits/:suggestion/request-changes',
  summary: 'Ask the member for changes of an edit that they suggested for your post',
  tag,
  access: 'completed-profile',
  scope: 'write',
  rateLimit,
  errors,
  params,
  body: z.object({
    answer: textSchema(limits.suggestedEditAnswer, {
      required: suggestedEditMessages.answerRequired,
      tooLong: suggestedEditMessages.answerTooLong,
    }),
  }),
  reply: z.object({}),
})
