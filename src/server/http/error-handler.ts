import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Endpoint } from '#core/endpoint.ts'
import type { ErrorCode } from '#core/error-codes.ts'
import { type FieldError, HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import { classifyDatabaseError } from '../database/errors.ts'
import { renderError } from './error-response.ts'

/** Converts any thrown value into an `HttpError` that is safe to show. The page routes render it as an error page. */
export const toHttpError = (error: unknown): HttpError => {
  if (error instanceof HttpError) return error
  if (hasZodFastifySchemaValidationErrors(error))
    return createInvalidInputError(
      error.validationContext,
      error.validation.map(({ instancePath, message }) => ({
        path: instancePath.replace(/^\//, '').replaceAll('/', '.'),
        message: message ?? 'Invalid value',
      })),
    )
  const meaning = classifyDatabaseError(error)
  if (meaning === 'unavailable') return new HttpError('database-unavailable', { retryAfter: 5 })
  if (meaning === 'busy') return new HttpError('site-busy', { retryAfter: 1 })
  if (meaning === 'duplicate') return new HttpError('concurrent-change')
  if (meaning === 'out_of_range' || meaning === 'foreign_key') return new HttpError('not-found')
  if (meaning !== null) return new HttpError('unstorable-text')
  const status = (error as FastifyError)?.statusCode
  if (!status || status < 400 || status >= 500) return new HttpError('internal-error')
  const message = bodyErrorMessages.get((error as FastifyError).code)
  const code = codesByStatus.get(status)
  return code
    ? new HttpError(code, message === undefined ? {} : { message })
    : new HttpError('request-rejected', { status })
}

/** What is wrong with a body that Fastify rejects. No message of Fastify or its plugins reaches a client. */
const bodyErrorMessages = new Map([
  ['FST_ERR_CTP_EMPTY_JSON_BODY', 'The request body is empty'],
  ['FST_ERR_CTP_INVALID_JSON_BODY', 'The request body is not valid JSON'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'The request body does not have the length that it declares'],
])

/** Maps the status codes of errors from Fastify and its plugins to the site's error codes. */
const codesByStatus = new Map([
  [400, 'malformed-request'],
  [404, 'not-found'],
  [413, 'body-too-large'],
  [415, 'unsupported-media-type'],
] as const) as ReadonlyMap<
  number,
  'malformed-request' | 'not-found' | 'body-too-large' | 'unsupported-media-type'
>

/** The parts of the failed request that `resolveError` needs. */
type FailedRequest = {
  log: FastifyBaseLogger
  endpoint?: Endpoint | undefined
  errorCodes?: ReadonlySet<ErrorCode> | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Converts an error thrown by a handler into the `HttpError` to send, and logs unexpected errors. */
    resolveError: (error: unknown, request: FailedRequest) => HttpError
    publicUrl: string
  }
}

/**
 * Installs a single error handler for all routes (docs/spec/errors.md#error-responses). Logs an error that the endpoint
 * does not declare; tests set `rejectsUndeclared`, which turns it into a 500.
 */
export const registerErrorHandler = (
  app: FastifyInstance,
  { rejectsUndeclared, publicUrl }: { rejectsUndeclared: boolean; publicUrl: string },
): void => {
  app.decorate('publicUrl', publicUrl)
  app.decorate('resolveError', (error, { log, endpoint, errorCodes }) => {
    const failure = toHttpError(error)
    if (failure.status >= 500) log.error({ err: error }, 'request failed')
    if (!endpoint || !errorCodes || errorCodes.has(failure.code)) return failure
    const message = `${endpoint.method} ${endpoint.path} does not declare the error ${failure.code}`
    log.error({ err: error }, message)
    return rejectsUndeclared ? new HttpError('internal-error', { message }) : failure
  })
  app.setErrorHandler((error, request, reply) => {
    const { log, routeOptions } = request
    const range = getContentRange(error)
    if (range) reply.header('content-range', range)
    return sendError(reply, app.resolveError(error, { log, ...routeOptions.config }))
  })
}

/** The length of a file of which a range beyond its end was requested (RFC 9110 section 15.5.17), as the library says it. */
const getContentRange = (error: unknown): string | undefined =>
  (error as { headers?: { 'Content-Range'?: string } }).headers?.['Content-Range']

/** The `Cache-Control` value that prevents both shared and browser caches from storing a response. */
export const PRIVATE_NO_STORE = 'private, no-store'

/** Sends the error in the format that suits the URL: JSON, text or HTML. */
export const sendError = (reply: FastifyReply, failure: HttpError): FastifyReply => {
  if (failure.retryAfter) reply.header('retry-after', failure.retryAfter)
  const challenge = createChallenge(failure, reply)
  if (challenge) reply.header('www-authenticate', challenge)
  const { type, body } = renderError(reply.request.url, failure, reply.request.id)
  // An error may occur before the session is read, so the Cookie header determines whether the response is personal.
  const isPersonal = reply.request.headers.cookie?.includes('session') === true
  const isPrivate = isPersonal || reply.getHeader('cache-control') === PRIVATE_NO_STORE
  const cacheControl = isPrivate ? PRIVATE_NO_STORE : 'no-store'
  return reply.code(failure.status).header('cache-control', cacheControl).type(type).send(body)
}

/** The scopes for which a program asks its user at first, if it does what programs do over MCP. */
const SCOPES_OF_AGENTS = 'read private write'

/**
 * Returns the `WWW-Authenticate` header of an error that is about credentials (RFC 6750 section 3), or null. It says
 * where a program finds out how to get a token (RFC 9728), and which scopes to ask for: with a token that lacks one, those
 * that it has and the missing one.
 */
const createChallenge = (failure: HttpError, { request, server }: FastifyReply): string | null => {
  const path = request.routeOptions.url === paths.mcp ? paths.mcp : '/api'
  const parameters = getChallengeParameters(failure, request.tokenOwner?.scopes ?? [])
  if (!parameters) return null
  if (path === paths.mcp && failure.status === 401) parameters.push(`scope="${SCOPES_OF_AGENTS}"`)
  const metadata = `resource_metadata="${server.publicUrl}${paths.resourceMetadata(path)}"`
  return `Bearer ${[...parameters, metadata].join(', ')}`
}

const getChallengeParameters = (
  { code, status, message, details }: HttpError,
  scopes: readonly string[],
): string[] | null => {
  if (code === 'token-invalid') return ['error="invalid_token"', `error_description="${message}"`]
  if (code === 'token-scope-missing')
    return ['error="insufficient_scope"', `scope="${[...scopes, details.scope].join(' ')}"`]
  if (code === 'two-credentials') return ['error="invalid_request"']
  return status === 401 ? [] : null
}

/**
 * Returns a 404 for an invalid path parameter, which identifies no resource, and a 400 for any other invalid input.
 * `part` is Fastify's name for the part of the request.
 */
export const createInvalidInputError = (part: string | undefined, issues: FieldError[]): HttpError =>
  part === 'params'
    ? new HttpError('not-found')
    : new HttpError('validation-failed', { message: issues[0]?.message ?? 'Invalid value', issues })
