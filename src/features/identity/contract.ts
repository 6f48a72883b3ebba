import * as z from 'zod/mini'
import { currentUserSchema } from '#core/current-user.ts'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'
import { passwordChangeSchema } from './contract-form.ts'

export { signInMessages } from './contract-messages.ts'

/**
 * Returns what the browser needs to start a sign-in. If the provider requires a client secret, `tokenEndpoint` is
 * this server's proxy, which adds the secret; otherwise it is null.
 */
export const getSignInSettings = endpoint({
  method: 'GET',
  path: '/api/auth/settings',
  summary: 'Get the settings a browser needs to sign in with the configured provider',
  tag: 'Authentication',
  access: 'anyone',
  scope: 'read',
  reply: z.object({
    providerId: z.string(),
    providerName: z.string(),
    authority: z.string(),
    clientId: z.string(),
    tokenEndpoint: z.nullable(z.string()),
    isEmbedded: z.boolean(),
    /** What new members answer on a site where staff approve them. */
    signUpQuestion: z.string(),
  }),
  cacheSeconds: 60,
})

/**
 * Exchanges the provider's ID token for a session (docs/spec/api.md#authentication). `displayName`, `photoURL` and
 * `email` are used only if the token lacks the corresponding claim.
 */
export const exchangeToken = endpoint({
  method: 'POST',
  path: '/api/auth/:provider',
  isSecurityEvent: true,
  summary: "Exchange the identity provider's ID token for a session",
  tag: 'Authentication',
  access: 'anyone',
  scope: null,
  rateLimit: { custom: '300 requests per hour and address, and 100 per account' },
  errors: [
    'sign-in-failed',
    'sign-in-unavailable',
    'not-signed-in',
    'sign-up-closed',
    'invitation-required',
    'email-domain-blocked',
  ],
  params: z.object({ provider: z.string().check(z.maxLength(40)) }),
  body: z.object({
    token: z.string().check(z.minLength(1), z.maxLength(16_384)),
    displayName: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
    photoURL: z.optional(z.nullable(z.string().check(z.maxLength(4_000)))),
    email: z.optional(z.nullable(z.string().check(z.maxLength(320)))),
    /** The nonce that the browser sent to the provider. An ID token with a different nonce is rejected. */
    nonce: z.optional(z.string().check(z.maxLength(255))),
  }),
  reply: currentUserSchema,
  bodyLimit: 65_536,
})

export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  isSecurityEvent: true,
  summary: 'Sign out of this browser',
  tag: 'Authentication',
  access: 'anyone',
  scope: null,
  rateLimit: { custom: '600 requests per hour and address that carry a session cookie' },
  reply: z.object({}),
})

export const sessionSchema = z.object({
  id: z.int(),
  createdAt: dateSchema,
  lastSeenAt: dateSchema,
  userAgent: z.string(),
  isCurrent: z.boolean(),
})

export type SessionInfo = z.output<typeof sessionSchema>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'List your active sessions',
  tag: 'Account',
  access: 'signed-in',
  scope: null,
  reply: z.array(sessionSchema),
})

const endSessionsLimit = { name: 'end-sessions', max: 60, windowSeconds: 3_600 } as const

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/user/sessions/end-others',
  summary: 'Sign out everywhere else',
  tag: 'Account',
  access: 'signed-in',
  scope: null,
  needsRecentSignIn: true,
  rateLimit: endSessionsLimit,
  reply: z.object({ ended: z.int() }),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions/:id',
  summary: 'Sign out one browser',
  tag: 'Account',
  access: 'signed-in',
  scope: null,
  needsRecentSignIn: true,
  rateLimit: endSessionsLimit,
  errors: ['session-not-found'],
  params: z.object({ id: idSchema }),
  reply: z.object({}),
})

/**
 * Checks whether the sign-in is recent before an action that the browser does not send through `callApi`, such as a
 * download.
 */
export const checkRecentSignIn = endpoint({
  method: 'GET',
  path: '/api/user/recent-sign-in',
  summary: 'Check that you signed in within the last 10 minutes',
  tag: 'Account',
  access: 'signed-in',
  scope: null,
  needsRecentSignIn: true,
  reply: z.object({}),
})

/**
 * Rates a password for the strength meters in the embedded provider's forms, and stores nothing. Responds
 * with 404 if the provider is external.
 */
export const checkPasswordStrength = endpoint({
  method: 'POST',
  path: '/api/password-strength',
  summary: 'Rate a new password from 0 to 4 and explain why it would be rejected',
  tag: 'Account',
  access: 'anyone',
  scope: null,
  rateLimit: { name: 'password-strength', max: 100, windowSeconds: 60 },
  body: z.object({
    password: z.string().check(z.minLength(1, 'Password is required'), z.maxLength(200)),
    email: z._default(z.string().check(z.maxLength(320)), ''),
    name: z._default(z.string().check(z.maxLength(200)), ''),
  }),
  reply: z.object({ score: z.int(), fault: z.nullable(z.string()) }),
  bodyLimit: 16_384,
})

export const getAdminCodeStatus = endpoint({
  method: 'GET',
  path: '/api/user/admin-code',
  summary: 'Check whether the site has no admin yet and accepts the code from the server log',
  tag: 'Account',
  access: 'signed-in',
  scope: null,
  reply: z.object({ isWanted: z.boolean() }),
})

export const redeemAdminCode = endpoint({
  method: 'POST',
  path: '/api/user/admin-code',
  isSecurityEvent: true,
  summary: 'Become the first admin with the code from the server log; 404 once there is an admin',
  tag: 'Account',
  access: 'completed-profile',
  scope: null,
  rateLimit: { custom: '5 attempts per hour and member, and 10 per address' },
  errors: ['admin-code-unavailable'],
  body: z.object({
    code: z
      .string()
      .check(z.minLength(1, 'Code is required'), z.maxLength(100, 'Code must be at most 100 characters')),
  }),
  reply: z.object({}),
})

/** Changes the password of an account at the embedded provider. Responds with 404 if the provider is external. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/user/password',
  summary: 'Change the password of a local account',
  tag: 'Account',
  access: 'completed-profile',
  scope: null,
  needsRecentSignIn: true,
  rateLimit: { custom: '10 attempts in 15 minutes per member with a local account' },
  errors: ['password-changed-elsewhere'],
  body: passwordChangeSchema,
  reply: z.object({}),
})
