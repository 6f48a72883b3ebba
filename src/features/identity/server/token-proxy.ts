import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { consumeAddressRateLimit } from '#server/limits/rate-limit.ts'
import { traceCall } from '#server/tracing/tracing.ts'
import { type ExternalIssuer, readBoundedText } from './external-issuer.ts'

export const TOKEN_PATH = '/api/auth/token'

const MAX_BODY_BYTES = 64 * 1024
const TIMEOUT_MS = 10_000
const GRANT_TYPES = new Set(['authorization_code', 'refresh_token'])
/** The parameters that the browser may set. The server adds the client's id and secret. */
const FORWARDED_PARAMETERS = new Set([
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
])

/**
 * Forwards the browser's token request to a provider that requires a client secret. The secret stays on the
 * server.
 */
export const registerTokenProxy = (
  app: FastifyInstance,
  { sql, config }: { sql: Sql; config: Config },
  issuer: ExternalIssuer | null,
): void => {
  const { external: outside } = config.oidc
  const limit = { max: 60, windowSeconds: 600, scale: config.rateLimitScale }
  const secret = outside?.clientSecret
  if (!outside || !issuer || !secret) {
    app.post(TOKEN_PATH, { schema: { hide: true } }, async () => {
      throw new HttpError('not-found')
    })
    return
  }
  // The form parser is registered in its own Fastify scope, so that no other route accepts forms.
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    scope.post(
      TOKEN_PATH,
      { schema: { hide: true }, bodyLimit: MAX_BODY_BYTES },
      async ({ body, ip }, reply) => {
        await consumeAddressRateLimit(sql, { key: 'token', ip, ...limit })
        const form = pickParameters(body)
        const { tokenEndpoint } = await issuer.findMetadata()
        form.set('client_id', outside.clientId)
        form.set('client_secret', secret)
        const { status, text } = await forward(tokenEndpoint, form)
        return reply
          .code(status)
          .header('cache-control', 'private, no-store')
          .type('application/json; charset=utf-8')
          .send(text)
      },
    )
  })
}

/**
 * Picks the known parameters. Throws 400 if one of them is repeated, which RFC 6749 section 3.2 forbids: the provider
 * could read a different value from the one checked here.
 */
const pickParameters = (body: unknown): URLSearchParams => {
  if (!(body instanceof URLSearchParams))
    throw new HttpError('malformed-request', { message: 'Parameters must be sent as a form' })
  const names = [...body.keys()]
  if (new Set(names).size < names.length)
    throw new HttpError('malformed-request', { message: 'Each parameter may be sent only once' })
  if (!GRANT_TYPES.has(body.get('grant_type') ?? ''))
    throw new HttpError('malformed-request', {
      message: 'grant_type must be authorization_code or refresh_token',
    })
  return new URLSearchParams([...body].filter(([name]) => FORWARDED_PARAMETERS.has(name)))
}

const forward = async (url: string, form: URLSearchParams): Promise<{ status: number; text: string }> => {
  try {
    const response = await traceCall('sign-in provider', () =>
      fetch(url, {
        method: 'POST',
        body: form,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { accept: 'application/json' },
      }),
    )
    const text = await readBoundedText(response, MAX_BODY_BYTES)
    JSON.parse(text)
    if (response.status >= 500) throw new Error(`The provider responded with ${response.status}`)
    return { status: response.status, text }
  } catch (error) {
    throw new HttpError('sign-in-unavailable', { retryAfter: 5, cause: error })
  }
}
