import type { Access, Endpoint, StreamedType } from '#core/endpoint.ts'
import { type ErrorCode, getErrorKind } from '#core/error-codes.ts'
import { capitalize } from '#core/text.ts'
import { COMMON_ERRORS, getDeclaredErrors } from '#server/http/endpoint-errors.ts'
import { PROBLEM_MEDIA_TYPE } from '#server/http/error-response.ts'
import { acceptsIdempotencyKey } from '#server/http/respond-once.ts'
import { EXPENSIVE_WINDOW_SECONDS } from '#server/limits/expensive-reads.ts'

type BodySchema = { type?: string; format?: string; properties?: Record<string, { not?: unknown }> }

export type OpenApiOperation = {
  operationId?: string
  description?: string
  responses: Record<string, unknown>
  requestBody?: { content: Record<string, { schema: BodySchema }> }
  parameters?: { name?: string; in?: string; description?: string; schema?: { type?: string } }[]
  'x-access'?: Access
  'x-rate-limit'?: unknown
}

const PERMISSIONS: Readonly<Record<Access, string>> = {
  anyone: 'Anyone can call this.',
  'signed-in': 'Requires a signed-in member.',
  'also-suspended': 'Requires a member with a completed profile, who may be suspended.',
  'completed-profile': 'Requires a member with a completed profile who is not suspended.',
  active: 'Requires a member with a completed profile who is not suspended or muted.',
  moderator: 'Requires an admin, a moderator or a moderator of the topic.',
  admin: 'Requires an admin.',
}

const ERROR = { $ref: '#/components/schemas/Error' }

const STREAMED_SCHEMAS: Readonly<Record<StreamedType, object>> = {
  'application/json': { type: 'object' },
  'application/yaml': { type: 'string' },
  'application/zip': { type: 'string', format: 'binary' },
  'text/csv': { type: 'string' },
  'text/event-stream': { type: 'string' },
  'text/markdown': { type: 'string' },
  'text/plain': { type: 'string' },
}

const streamedResponse = (types: readonly StreamedType[]) => ({
  description: 'Streamed',
  content: Object.fromEntries(types.map((type) => [type, { schema: STREAMED_SCHEMAS[type] }])),
})

/** Removes the fields that a request must not contain (`fixedField`). Generated clients would offer them. */
const removeFixedFields = ({ requestBody }: OpenApiOperation): void => {
  const { properties = {} } = requestBody?.content['application/json']?.schema ?? {}
  for (const [name, { not }] of Object.entries(properties)) if (not) delete properties[name]
}

const BYTES = {
  required: true,
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
}

const LINK = {
  Link: {
    description: 'The next page: `<…>; rel="next"`. Absent on the last page.',
    schema: { type: 'string' },
  },
}

const headerParameter = (name: string, description: string) => ({
  in: 'header',
  name,
  description,
  schema: { type: 'string' },
})

const IDEMPOTENCY_KEY = headerParameter(
  'Idempotency-Key',
  '1 to 255 visible characters. Within a day, a repeated request with the same key gets the response of the first.',
)

const IF_MATCH = headerParameter(
  'If-Match',
  'The `revision` or `updatedAt` that was read, in quotes. If somebody has changed it since, nothing is changed.',
)

/** The headers of requests that the endpoint reads. */
const headersOf = (endpoint: Endpoint) => [
  ...(acceptsIdempotencyKey(endpoint) ? [IDEMPOTENCY_KEY] : []),
  ...(endpoint.errors?.includes('changed-since-read') ? [IF_MATCH] : []),
]

const isRetryable = (codes: readonly ErrorCode[]): boolean =>
  codes.some((code) => getErrorKind(code).members?.includes('retryAfter'))

const listCodes = (codes: readonly ErrorCode[]): string =>
  codes.map((code) => `- \`${code}\`: ${getErrorKind(code).title}`).join('\n')

const errorResponse = (codes: readonly ErrorCode[]) => ({
  description: listCodes(codes),
  ...(isRetryable(codes) ? { headers: RETRY_AFTER } : {}),
  content: {
    [PROBLEM_MEDIA_TYPE]: { schema: { allOf: [ERROR, { properties: { code: { enum: codes } } }] } },
  },
})

const ANY_ERROR_RESPONSE = {
  description: `Any operation can fail with one of these codes:\n${listCodes(COMMON_ERRORS)}`,
  headers: RETRY_AFTER,
  content: { [PROBLEM_MEDIA_TYPE]: { schema: ERROR } },
}

type Limit = { max?: number; windowSeconds?: number; description: string }

const limitOf = ({ rateLimit, expensive, access }: Endpoint): Limit | undefined => {
  const client = access === 'anyone' ? 'member, or per address of a visitor' : 'member'
  const describe = (max: number, windowSeconds: number, subject: string) => ({
    max,
    windowSeconds,
    description: `At most ${max} ${subject} in ${windowSeconds} seconds per ${client}.`,
  })
  if (rateLimit && 'custom' in rateLimit) return { description: `${rateLimit.custom}.` }
  if (rateLimit) return describe(rateLimit.max, rateLimit.windowSeconds, 'requests')
  if (!expensive) return undefined
  const subject = expensive.when ? 'requests whose filters make them expensive' : 'requests'
  return describe(expensive.max, EXPENSIVE_WINDOW_SECONDS, subject)
}

/**
 * Returns the name of an operation, from which generated clients derive their functions: `GET /api/posts/:id` is
 * `getPostsById`.
 */
const nameOf = ({ method, path }: Endpoint): string => {
  const words = path.slice('/api/'.length).replaceAll(/:(\w)/g, 'by-$1').split(/[/-]/)
  const capitalized = words.map(capitalize)
  return method.toLowerCase() + capitalized.join('')
}

/** Any operation rejects a request that is not valid HTTP. */
const ANY_REJECTION: readonly ErrorCode[] = ['malformed-request', 'request-rejected']

/** Adds the name, permissions, limits, headers and errors of the endpoint's declaration to an operation. */
export const describeOperation = (operation: OpenApiOperation, endpoint: Endpoint): void => {
  const limit = limitOf(endpoint)
  if (endpoint.maxBytes) operation.requestBody = BYTES
  removeFixedFields(operation)
  if (endpoint.streamedTypes) operation.responses[200] = streamedResponse(endpoint.streamedTypes)
  const headers = headersOf(endpoint)
  if (headers.length > 0) operation.parameters = [...(operation.parameters ?? []), ...headers]
  if (endpoint.next) operation.responses[200] = { ...(operation.responses[200] as object), headers: LINK }
  operation.operationId = nameOf(endpoint)
  operation['x-access'] = endpoint.access
  if (limit) operation['x-rate-limit'] = limit
  operation.description = [
    PERMISSIONS[endpoint.access],
    endpoint.scope ? `A token needs the scope \`${endpoint.scope}\`.` : 'Tokens are not accepted.',
    ...(endpoint.needsRecentSignIn ? ['The sign-in must be less than 10 minutes old.'] : []),
    ...(limit ? [limit.description] : []),
  ].join(' ')
  const codesByStatus = Object.groupBy(
    [...getDeclaredErrors(endpoint), ...ANY_REJECTION],
    (code) => getErrorKind(code).status,
  )
  for (const [status, codes] of Object.entries(codesByStatus))
    if (codes) operation.responses[status] = errorResponse(codes)
  operation.responses.default = ANY_ERROR_RESPONSE
}
