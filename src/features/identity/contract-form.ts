import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { textSchema } from '#core/text-schema.ts'
import { tokenScopes } from '#core/token-scopes.ts'
import { apiTokenMessages, MAX_PASSKEY_NAME_LENGTH } from './contract-messages.ts'
import { tokenLifetimes } from './contract-values.ts'

export const passwordChangeSchema = z.object({
  current: z.string().check(z.minLength(1, 'Current password is required'), z.maxLength(200)),
  next: z
    .string()
    .check(
      z.minLength(10, 'New password must be at least 10 characters'),
      z.maxLength(200, 'New password must be at most 200 characters'),
    ),
})

export const authenticatorCodeSchema = z
  .string()
  .check(z.regex(/^\s*\d{3}\s?\d{3}\s*$/, 'Enter the 6 digits that your app shows'))

export const passkeyNameSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Name is required'),
    z.maxLength(MAX_PASSKEY_NAME_LENGTH, `Name must be at most ${MAX_PASSKEY_NAME_LENGTH} characters`),
  )

/** The form for a new token. `expiresInDays` is null for a token that does not expire. */
export const apiTokenFormSchema = z.object({
  name: textSchema(limits.apiTokenName, {
    required: apiTokenMessages.nameRequired,
    tooLong: apiTokenMessages.nameTooLong,
  }),
  scopes: z.pipe(
    z.array(z.enum(tokenScopes)).check(z.minLength(1, apiTokenMessages.scopeRequired), z.maxLength(10)),
    z.transform((scopes) => tokenScopes.filter((scope) => scopes.includes(scope))),
  ),
  expiresInDays: z.nullable(z.literal(tokenLifetimes)),
})
