import type { FastifyInstance } from 'fastify'
import { badRequest, notFound, unavailable } from '#core/failure.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { takeFromAddressLimit } from '#server/limits/take-from-limit.ts'
import { type OutsideIssuer, readText } from './outside-issuer.ts'

export const TOKEN_PATH = '/api/auth/token'

const BYTES_MOST = 64 * 1024
const PATIENCE_MS = 10_000
const GRANTS = new Set(['authorization_code', 'refresh_token'])
/** The parameters a browser may set; the server adds the client's id and secret. */
const PASSED = new Set(['grant_type', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'scope'])

/** Passes the browser's exchange on to a provider that wants a secret, which stays here. */
export const tokenProxy = (
  app: FastifyInstance,
  { sql, config }: { sql: Sql; config: Config },
  issuer: OutsideIssuer | null,
): void => {
  const { outside } = config.oidc
  const limit = { most: 60, seconds: 600, scale: config.rateLimitScale }
  const secret = outside?.clientSecret
  if (!outside || !issuer || !secret) {
    app.post(TOKEN_PATH, { schema: { hide: true } }, async () => {
      throw notFound()
    })
    return
  }
  // A room of its own, so that nothing else reads forms.
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    scope.post(TOKEN_PATH, { schema: { hide: true }, bodyLimit: BYTES_MOST }, async ({ body, ip }, reply) => {
      await takeFromAddressLimit(sql, { key: 'token', ip, ...limit })
      const form = pickParameters(body)
      const { tokenEndpoint } = await issuer.findDescription()
      form.set('client_id', outside.clientId)
      form.set('client_secret', secret)
      const { status, text } = await pass(tokenEndpoint, form)
      return reply
        .code(status)
        .header('cache-control', 'private, no-store')
        .type('application/json; charset=utf-8')
        .send(text)
    })
  })
}

/**
 * One value of each known parameter. RFC 6749, section 3.2, forbids repeated parameters: the provider might read another
 * value than the one that was checked here. Throws 400.
 */
const pickParameters = (body: unknown): URLSearchParams => {
  if (!(body instanceof URLSearchParams)) throw badRequest('The parameters must be sent as a form')
  const names = [...body.keys()]
  if (new Set(names).size < names.length) throw badRequest('Each parameter may be sent only once')
  if (!GRANTS.has(body.get('grant_type') ?? ''))
    throw badRequest('grant_type must be authorization_code or refresh_token')
  return new URLSearchParams([...body].filter(([name]) => PASSED.has(name)))
}

const pass = async (url: string, form: URLSearchParams): Promise<{ status: number; text: string }> => {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { accept: 'application/json' },
    })
    const text = await readText(answer, BYTES_MOST)
    JSON.parse(text)
    if (answer.status >= 500) throw new Error(`The provider answered ${answer.status}`)
    return { status: answer.status, text }
  } catch (error) {
    throw Object.assign(unavailable('The sign-in service is away for a moment'), { cause: error })
  }
}
