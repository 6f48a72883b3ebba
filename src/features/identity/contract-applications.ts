import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'
import { tokenScopes } from '#core/token-scopes.ts'
import { MAX_LISTED_APPLICATIONS } from './contract-values.ts'

const tag = 'Applications'
const limit = { name: 'applications', max: 120, windowSeconds: 3_600 } as const
const scopes = z.array(z.enum(tokenScopes))

/** A program's request to act in the member's name, as the page that asks them shows it. */
const connectionRequestSchema = z.object({
  name: z.string(),
  /** The host that the program says it belongs to, if that has been checked; otherwise null. */
  verifiedHost: z.nullable(z.string()),
  /**
   * Where the member is sent back to: a host, or the scheme of an address that a program of the device opens. Empty if
   * the program's device shows a code and fetches its access itself.
   */
  host: z.string(),
  /** True if that is a program on the member's own device, which anybody can pretend to be. */
  isLocal: z.boolean(),
  scopes,
})
export type ConnectionRequest = z.output<typeof connectionRequestSchema>

const params = z.object({ uid: z.string().check(z.regex(/^[\w-]{20,64}$/, 'Not a valid id')) })

/** No GET, because only the browser that the program has opened has the cookie that belongs to the request. */
export const openConnectionRequest = endpoint({
  method: 'POST',
  path: '/api/applications/requests/:uid',
  summary: 'Get what a program asks for, in the browser that it has opened',
  tag,
  access: 'completed-profile',
  scope: null,
  rateLimit: limit,
  errors: ['connection-request-expired'],
  params,
  reply: connectionRequestSchema,
  isSecret: true,
})

export const answerConnectionRequest = endpoint({
  method: 'POST',
  path: '/api/applications/requests/:uid/answer',
  isSecurityEvent: true,
  summary: 'Let a program act in your name, or refuse. Returns where to go on',
  tag,
  access: 'completed-profile',
  scope: null,
  rateLimit: limit,
  errors: ['connection-request-expired', 'application-blocked'],
  params,
  body: z.object({ isAllowed: z.boolean() }),
  reply: z.object({ url: z.string() }),
  isSecret: true,
})

const connectedApplicationSchema = z.object({
  id: z.int(),
  name: z.string(),
  host: z.string(),
  scopes,
  createdAt: dateSchema,
  /** At most an hour old; null if it has never been used. */
  lastUsedAt: z.nullable(dateSchema),
})
export type ConnectedApplication = z.output<typeof connectedApplicationSchema>

export const listConnectedApplications = endpoint({
  method: 'GET',
  path: '/api/user/applications',
  summary: 'List the programs that may act in your name',
  tag,
  access: 'signed-in',
  scope: null,
  reply: z.array(connectedApplicationSchema),
})

export const disconnectApplication = endpoint({
  method: 'DELETE',
  path: '/api/user/applications/:id',
  isSecurityEvent: true,
  summary: 'Disconnect a program. Its tokens end at once',
  tag,
  access: 'signed-in',
  scope: null,
  rateLimit: limit,
  errors: ['application-not-found'],
  params: z.object({ id: idSchema }),
  reply: z.object({}),
})

const applicationSchema = z.object({
  id: z.int(),
  clientId: z.string(),
  name: z.string(),
  host: z.string(),
  /** True if the program has registered here; false if its metadata is at its `clientId`. */
  isRegistered: z.boolean(),
  isBlocked: z.boolean(),
  createdAt: dateSchema,
  memberCount: z.int(),
  lastUsedAt: z.nullable(dateSchema),
})
export type Application = z.output<typeof applicationSchema>

export const listApplications = endpoint({
  method: 'GET',
  path: '/api/admin/applications',
  summary: 'List the programs that members have connected or that have registered, the newest first',
  tag: 'Admin',
  access: 'admin',
  scope: 'admin',
  query: z.object({ before: z.optional(idSchema) }),
  reply: z.array(applicationSchema),
  next: (items: readonly { id: number }[]) => {
    const last = items.at(-1)
    return last && items.length >= MAX_LISTED_APPLICATIONS ? { before: last.id } : null
  },
})
