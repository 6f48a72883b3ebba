import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Failure, type Issue, notFound } from '#core/failure.ts'
import { databaseMeaning } from '#server/database/errors.ts'
import { refusalBody } from './refusal-body.ts'

/**
 * The body of every API error (docs/spec/errors.md#error-responses). Only a 400 has `issues`; the other
 * members are present where they apply.
 */
export const refusalShape = z.object({
  message: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  field: z.optional(z.string()),
  conflictUrl: z.optional(z.string()),
  retryAfterSeconds: z.optional(z.int()),
  signInAgain: z.optional(z.literal(true)),
})

/**
 * Converts anything thrown into an `HttpError` that is safe to show. The page routes render it as an error
 * page.
 */
export const asFailure = (error: unknown): Failure => {
  if (error instanceof Failure) return error
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error)
  const meaning = databaseMeaning(error)
  if (meaning === 'unavailable')
    return new Failure(503, 'The database is temporarily unavailable', { retryAfter: 5 })
  if (meaning === 'busy')
    return new Failure(503, 'The site is busy right now. Try again in a few seconds.', { retryAfter: 1 })
  if (meaning === 'duplicate') return new Failure(409, 'That name is already taken')
  if (meaning === 'out_of_range' || meaning === 'foreign_key') return notFound()
  if (meaning !== null) return new Failure(400, 'The text contains characters that cannot be stored')
  const status = (error as FastifyError)?.statusCode
  if (status && status >= 400 && status < 500) return new Failure(status, (error as Error).message)
  return new Failure(500, 'Something went wrong on our end. Try again later.')
}

/** Installs the one error handler of all routes (docs/spec/errors.md#error-responses). */
export const answerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    const failure = asFailure(error)
    if (failure.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendFailure(reply, failure)
  })
}

/** The `Cache-Control` value that forbids both shared and browser caches to store a response. */
export const PRIVATE = 'private, no-store'

/** Sends the error in the format that suits the URL: JSON, text or HTML. */
export const sendFailure = (reply: FastifyReply, failure: Failure): FastifyReply => {
  if (failure.retryAfter) reply.header('retry-after', failure.retryAfter)
  const { type, body } = refusalBody(reply.request.url, failure)
  // An error may occur before the session is read, so the Cookie header decides whether the response is
  // personal.
  const isPersonal = reply.request.headers.cookie?.includes('session') === true
  const isPrivate = isPersonal || reply.getHeader('cache-control') === PRIVATE
  const cacheControl = isPrivate ? PRIVATE : 'no-store'
  return reply.code(failure.status).header('cache-control', cacheControl).type(type).send(body)
}

type ValidationError = Extract<
  Parameters<typeof hasZodFastifySchemaValidationErrors>[0],
  { validation: unknown }
>

/** An invalid path parameter identifies no resource, hence 404; any other invalid input is a 400. */
const fromValidation = (error: ValidationError | FastifyError): Failure => {
  if (error.validationContext === 'params') return notFound()
  const issues: Issue[] = (error.validation ?? []).map(({ instancePath, message }) => ({
    path: instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: message ?? 'Invalid value',
  }))
  return new Failure(400, issues[0]?.message ?? 'Invalid value', { issues })
}
