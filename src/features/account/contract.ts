import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'

export const messages = {
  confirm: 'Please type your username to confirm',
} as const

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/user/export',
  summary:
    'Everything of the signed-in member, as a JSON file; 403 with `signInAgain` unless you signed in within 10 minutes',
  tag: 'Account',
  /** One object; it is streamed, so nothing is checked against a shape. */
  reply: z.unknown(),
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/user',
  summary:
    'Delete the account and everything in it for good; 403 with `signInAgain` unless you signed in within 10 minutes',
  tag: 'Account',
  body: z.object({ confirm: z.string(messages.confirm).check(z.maxLength(100, messages.confirm)) }),
  reply: z.object({}),
})
