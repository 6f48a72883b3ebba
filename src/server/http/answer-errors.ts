import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Failure, type Issue, notFound } from '#core/failure.ts'
import { databaseMeaning } from '#server/database/errors.ts'
import { refusalBody } from './refusal-body.ts'

/** What every refusal of the API says (product decisions, errors): `issues` with 400 alone, the others where they apply. */
export const refusalShape = z.object({
  message: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  field: z.optional(z.string()),
  conflictUrl: z.optional(z.string()),
  retryAfterSeconds: z.optional(z.int()),
  signInAgain: z.optional(z.literal(true)),
})

/** Turns whatever was thrown into a refusal that is safe to show. Exported for the pages, which show it as a page. */
export const asFailure = (error: unknown): Failure => {
  if (error instanceof Failure) return error
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error)
  const meaning = databaseMeaning(error)
  if (meaning === 'away') return new Failure(503, 'The database is away for a moment', { retryAfter: 5 })
  if (meaning === 'busy') return new Failure(503, 'The site is busy, please try again', { retryAfter: 1 })
  if (meaning === 'duplicate') return new Failure(409, 'That is taken already')
  if (meaning === 'out-of-range' || meaning === 'gone') return notFound()
  if (meaning !== null) return new Failure(400, 'That text cannot be stored')
  const status = (error as FastifyError)?.statusCode
  if (status && status >= 400 && status < 500) return new Failure(status, (error as Error).message)
  return new Failure(500, 'Something went wrong on our side')
}

/** One handler speaks HTTP for every route (product decisions, errors). */
export const answerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    const failure = asFailure(error)
    if (failure.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendFailure(reply, failure)
  })
}

/** What no cache may store, whether shared or the browser's own. */
export const PRIVATE = 'private, no-store'

/** In the form that fits the address. */
export const sendFailure = (reply: FastifyReply, failure: Failure): FastifyReply => {
  if (failure.retryAfter) reply.header('retry-after', failure.retryAfter)
  const { type, body } = refusalBody(reply.request.url, failure)
  // A refusal may come before the session is read, so the header alone tells whether it is somebody's own.
  const isPersonal = reply.request.headers.cookie?.includes('session') === true
  const isPrivate = isPersonal || reply.getHeader('cache-control') === PRIVATE
  const cacheControl = isPrivate ? PRIVATE : 'no-store'
  return reply.code(failure.status).header('cache-control', cacheControl).type(type).send(body)
}

type ValidationError = Extract<
  Parameters<typeof hasZodFastifySchemaValidationErrors>[0],
  { validation: unknown }
>

/** Junk in a path names nothing that exists; junk elsewhere is a bad request. */
const fromValidation = (error: ValidationError | FastifyError): Failure => {
  if (error.validationContext === 'params') return notFound()
  const issues: Issue[] = (error.validation ?? []).map(({ instancePath, message }) => ({
    path: instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: message ?? 'Not valid',
  }))
  return new Failure(400, issues[0]?.message ?? 'Not valid', { issues })
}
