import type { FastifyInstance } from 'fastify'
import { badRequest, notFound, unavailable } from '#core/failure.ts'
import type { Config } from '#server/config.ts'
import { type OutsideIssuer, readText } from './outside-issuer.ts'

export const TOKEN_PATH = '/api/auth/token'

const BYTES_MOST = 64 * 1024
const PATIENCE_MS = 10_000
const GRANTS = new Set(['authorization_code', 'refresh_token'])
/** What a browser may say; who the client is, the server says. */
const PASSED = ['grant_type', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'scope']

type Outside = NonNullable<Config['oidc']['outside']>

/** Passes the browser's exchange on to a provider that wants a secret, which stays here. */
export const tokenProxy = (
  app: FastifyInstance,
  outside: Outside | null,
  issuer: OutsideIssuer | null,
): void => {
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
    scope.post(TOKEN_PATH, { schema: { hide: true }, bodyLimit: BYTES_MOST }, async ({ body }, reply) => {
      if (!(body instanceof URLSearchParams) || !GRANTS.has(body.get('grant_type') ?? ''))
        throw badRequest('Only authorization_code and refresh_token are passed on')
      const { tokenEndpoint } = await issuer.findDescription()
      const form = new URLSearchParams(PASSED.flatMap((name) => body.getAll(name).map((v) => [name, v])))
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
