import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'
import { tokenScopes } from '#core/token-scopes.ts'
import { apiTokenFormSchema } from './contract-form.ts'

const tag = 'Account'
const limit = { name: 'api-tokens', max: 60, windowSeconds: 3_600 } as const

const apiTokenSchema = z.object({
  id: z.int(),
  name: z.string(),
  /** The beginning of the token, by which its owner recognizes it. */
  prefix: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  createdAt: dateSchema,
  /** Null if the token does not expire. An expired token stays in the list for 30 days. */
  expiresAt: z.nullable(dateSchema),
  /** At most an hour old; null if the token has never been used. */
  lastUsedAt: z.nullable(dateSchema),
})
export type ApiToken = z.output<typeof apiTokenSchema>

export const listApiTokens = endpoint({
  method: 'GET',
  path: '/api/user/tokens',
  summary: 'List your API tokens',
  tag,
  access: 'signed-in',
  scope: null,
  reply: z.array(apiTokenSchema),
})

export const createApiToken = endpoint({
  method: 'POST',
  path: '/api/user/tokens',
  summary: 'Create an API token. Only this response contains it',
  tag,
  access: 'completed-profile',
  scope: null,
  needsRecentSignIn: true,
  rateLimit: limit,
  errors: ['not-allowed', 'too-many-tokens'],
  body: apiTokenFormSchema,
  reply: z.extend(apiTokenSchema, { token: z.string() }),
})

export const revokeApiToken = endpoint({
  method: 'DELETE',
  path: '/api/user/tokens/:id',
  isSecurityEvent: true,
  summary: 'Revoke one of your API tokens at once',
  tag,
  access: 'signed-in',
  scope: null,
  rateLimit: limit,
  errors: ['token-not-found'],
  params: z.object({ id: idSchema }),
  reply: z.object({}),
})
