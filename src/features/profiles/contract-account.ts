import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { accountMessages } from './contract-messages.ts'

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/user/export',
  summary: 'Export all your data as a JSON file',
  tag: 'Account',
  access: 'signed-in',
  scope: null,
  needsRecentSignIn: true,
  rateLimit: { name: 'export', max: 6, windowSeconds: 3_600 },
  reply: z.unknown(),
  streamedTypes: ['application/json'],
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/user',
  summary: 'Permanently delete your account and everything in it',
  tag: 'Account',
  // Who is suspended can delete their account, too; the handler refuses accounts that are not completed.
  access: 'signed-in',
  scope: null,
  needsRecentSignIn: true,
  rateLimit: { name: 'delete-account', max: 10, windowSeconds: 3_600 },
  errors: ['user-not-found', 'last-admin', 'account-waiting', 'profile-incomplete'],
  body: z.object({
    confirm: z
      .string(accountMessages.confirmationRequired)
      .check(z.maxLength(100, accountMessages.confirmationRequired)),
  }),
  reply: z.object({}),
})
