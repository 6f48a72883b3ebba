import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { messages } from './contract-messages.ts'

export { messages } from './contract-messages.ts'

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/user/export',
  summary:
    'Export all your data as a JSON file; 403 with `recentSignInRequired` unless you signed in within the last 10 minutes',
  tag: 'Account',
  /** Not validated against a shape, because the JSON object is streamed. */
  reply: z.unknown(),
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/user',
  summary:
    'Permanently delete your account and everything in it; 403 with `recentSignInRequired` unless you signed in within the last 10 minutes',
  tag: 'Account',
  body: z.object({
    confirm: z.string(messages.confirmationRequired).check(z.maxLength(100, messages.confirmationRequired)),
  }),
  reply: z.object({}),
})
