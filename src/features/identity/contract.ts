import * as z from 'zod/mini'

export const messages = {
  signInRequired: 'Sign In Required',
  loginFailed: 'Login Failed',
  loginFailedMore: 'There was an error signing you in. Please try again.',
  completeFirst: 'Please complete your profile first',
  muted: 'Your account is muted',
  noAdminCode: 'No code is asked for: the site has an admin, or the code has expired',
  wrongAdminCode: 'This code is not right. It is in the log of the server, from its last start.',
  noSession: 'This session has ended already',
  wrongPassword: 'The current password is not right',
} as const

import { endpoint } from '#core/endpoint.ts'
import { idShape } from '#core/query-shapes.ts'
import { passwordChangeShape } from '#features/identity/contract-form.ts'

/** What a member reads of themself. */
export const currentUserShape = z.object({
  id: z.int(),
  username: z.string(),
  email: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  bio: z.string(),
  website: z.string(),
  xLink: z.string(),
  linkedinLink: z.string(),
  karma: z.int(),
  isAdmin: z.boolean(),
  isMuted: z.boolean(),
  profileCompleted: z.boolean(),
  privatePosts: z.int(),
  optimized: z.int(),
  /** An admin has removed something of theirs, and they have not read why. */
  hasRemovals: z.boolean(),
  createdAt: z.string(),
})
export type CurrentUser = z.output<typeof currentUserShape>

export const getMe = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'The signed-in member; 401 for a visitor',
  tag: 'Authentication',
  reply: currentUserShape,
})

/** Where the browser signs in. `tokenEndpoint` is this server's own, which adds the secret an outside provider wants. */
export const getSignInSettings = endpoint({
  method: 'GET',
  path: '/api/auth/settings',
  summary: 'What the browser needs to sign in with the configured provider',
  tag: 'Authentication',
  reply: z.object({
    providerId: z.string(),
    providerName: z.string(),
    authority: z.string(),
    clientId: z.string(),
    tokenEndpoint: z.nullable(z.string()),
    isEmbedded: z.boolean(),
  }),
  visitorCache: 60,
})

/** Section 7: the provider's ID token becomes a session of this site. Everything but the token only fills gaps. */
export const exchangeToken = endpoint({
  method: 'POST',
  path: '/api/auth/:provider',
  summary: "Exchange the identity provider's token for a session",
  tag: 'Authentication',
  params: z.object({ provider: z.string().check(z.maxLength(40)) }),
  body: z.object({
    token: z.string().check(z.minLength(1), z.maxLength(16_384)),
    displayName: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
    photoURL: z.optional(z.nullable(z.string().check(z.maxLength(4_000)))),
    email: z.optional(z.nullable(z.string().check(z.maxLength(320)))),
    /** What the browser sent to the provider; a token that carries another one is refused. */
    nonce: z.optional(z.string().check(z.maxLength(255))),
  }),
  reply: currentUserShape,
  bodyLimit: 65_536,
})

export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End this session',
  tag: 'Authentication',
  reply: z.object({}),
})

export const sessionShape = z.object({
  id: z.int(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  userAgent: z.string(),
  isCurrent: z.boolean(),
})
export type SessionInfo = z.output<typeof sessionShape>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'Where one is signed in',
  tag: 'Account',
  reply: z.array(sessionShape),
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/user/sessions/end-others',
  summary: 'Sign out everywhere else; 403 with `signInAgain` unless you signed in within 10 minutes',
  tag: 'Account',
  reply: z.object({ ended: z.int() }),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions/:id',
  summary: 'Sign out one browser; 403 with `signInAgain` unless you signed in within 10 minutes',
  tag: 'Account',
  params: z.object({ id: idShape }),
  reply: z.object({}),
})

/** For acts that are no call of their own, such as a download. */
export const checkRecentSignIn = endpoint({
  method: 'GET',
  path: '/api/user/recent-sign-in',
  summary: 'Whether you signed in within the last 10 minutes; 403 with `signInAgain` if not',
  tag: 'Account',
  reply: z.object({}),
})

/** For the strength meters of the embedded provider's forms; nothing of it is kept. 404 with another provider. */
export const checkPassword = endpoint({
  method: 'POST',
  path: '/api/password-strength',
  summary: 'How strong a new password is, from 0 to 4, and why it would be refused',
  tag: 'Account',
  body: z.object({
    password: z.string().check(z.minLength(1, 'The password is required'), z.maxLength(200)),
    email: z._default(z.string().check(z.maxLength(320)), ''),
    name: z._default(z.string().check(z.maxLength(200)), ''),
  }),
  reply: z.object({ score: z.int(), fault: z.nullable(z.string()) }),
  bodyLimit: 16_384,
})

export const getAdminCode = endpoint({
  method: 'GET',
  path: '/api/user/admin-code',
  summary: 'Whether the site has no admin yet and takes the code that it printed at its start',
  tag: 'Account',
  reply: z.object({ isWanted: z.boolean() }),
})

export const redeemAdminCode = endpoint({
  method: 'POST',
  path: '/api/user/admin-code',
  summary:
    'Become the first admin by the code that the server printed at its start; 404 once there is an admin',
  tag: 'Account',
  body: z.object({
    code: z.string().check(z.minLength(1, 'The code is required'), z.maxLength(100, 'The code is too long')),
  }),
  reply: z.object({}),
})

/** Of an account at the embedded provider; 404 where another provider keeps the passwords. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/user/password',
  summary: 'Change the password of a local account; 403 with `signInAgain` as for ending sessions',
  tag: 'Account',
  body: passwordChangeShape,
  reply: z.object({}),
})
