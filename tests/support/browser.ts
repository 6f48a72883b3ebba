import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createFormTime } from '#features/identity/server/provider/sign-up-form.ts'
import { getTestDatabase } from './app.ts'

type Answer = { status: number; headers: Record<string, string | undefined>; body: string; location: string }
type RequestOptions = { method?: string; form?: Record<string, string>; headers?: Record<string, string> }

/** A minimal HTTP browser: it stores cookies by name and path, sends its origin and follows redirects. */
export class TestClient {
  app: FastifyInstance
  readonly origin: string
  readonly cookies = new Map<string, { name: string; value: string; path: string }>()

  /** Headers that are sent with every request. */
  readonly headers: Record<string, string>

  constructor(app: FastifyInstance, origin = 'http://localhost:3000', headers: Record<string, string> = {}) {
    this.app = app
    this.origin = origin
    this.headers = headers
  }

  async send(url: string, { method, form, headers }: RequestOptions = {}): Promise<Answer> {
    const { pathname, search } = new URL(url, this.origin)
    const verb = method ?? (form ? 'POST' : 'GET')
    const cookie = this.cookieFor(pathname)
    const answer = await this.app.inject({
      method: verb as 'GET',
      url: pathname + search,
      headers: {
        accept: 'text/html',
        ...this.headers,
        ...(cookie && { cookie }),
        ...(verb !== 'GET' && { origin: this.origin, 'sec-fetch-site': 'same-origin' }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) this.keep(line)
    return {
      status: answer.statusCode,
      headers: answer.headers as Answer['headers'],
      body: answer.body,
      location: answer.headers.location ?? '',
    }
  }

  /** Follows redirects until one leads to a page or to a URL that starts with `until`. */
  async follow(url: string, until: string): Promise<Answer & { url: string }> {
    let at = url
    for (let hop = 0; hop < 10; hop += 1) {
      if (at.startsWith(until)) return { status: 0, headers: {}, body: '', location: at, url: at }
      const answer = await this.send(at)
      if (!answer.location) return { ...answer, url: at }
      at = new URL(answer.location, this.origin).href
    }
    throw new Error('Redirected too often')
  }

  async json(method: string, url: string, body?: object) {
    const answer = await this.app.inject({
      method: method as 'POST',
      url,
      headers: { ...this.headers, cookie: this.cookieFor('/api'), origin: this.origin },
      ...(body && { payload: body }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) this.keep(line)
    return answer
  }

  private cookieFor(path: string): string {
    const fitting = [...this.cookies.values()].filter((cookie) => path.startsWith(cookie.path))
    return fitting.map(({ name, value }) => `${name}=${value}`).join('; ')
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const path = attributes.find((part) => /^path=/i.test(part))?.slice(5) ?? '/'
    const isGone =
      value === '' || attributes.some((part) => /^(max-age=0|expires=Thu, 01 Jan 1970)/i.test(part))
    if (isGone) this.cookies.delete(`${name} ${path}`)
    else this.cookies.set(`${name} ${path}`, { name, value, path })
  }
}

/** A sign-in at the embedded provider, with the same steps as the site's browser code. */
export class SignInFlow {
  readonly browser: TestClient
  private readonly verifier = randomBytes(32).toString('base64url')
  private readonly redirect: string
  private form = ''

  constructor(browser: TestClient) {
    this.browser = browser
    this.redirect = `${browser.origin}/auth/popup`
  }

  authorizeUrl(more: Record<string, string> = {}): string {
    const query = new URLSearchParams({
      client_id: 'prompt-collection',
      response_type: 'code',
      redirect_uri: this.redirect,
      scope: 'openid profile email',
      state: 'state-of-the-tab',
      nonce: 'nonce-of-the-tab',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    })
    return `${this.browser.origin}/identity/auth?${query}`
  }

  /** Returns the page with the form, or the URL with the code if the provider already has a session. */
  async begin(more: Record<string, string> = {}) {
    const answer = await this.browser.follow(this.authorizeUrl(more), this.redirect)
    this.form = answer.url
    return answer
  }

  async submit(fields: Record<string, string>, way: 'sign-in' | 'sign-up' = 'sign-in') {
    const url = way === 'sign-up' ? `${this.form}/sign-up` : this.form
    const hidden: Record<string, string> =
      way === 'sign-up' && !('shown-at' in fields) ? { 'shown-at': await this.openSignUpForm() } : {}
    const answer = await this.browser.send(url, { form: { ...hidden, ...fields } })
    return answer.location ? this.browser.follow(answer.location, this.redirect) : { ...answer, url }
  }

  /**
   * Opens the sign-up form, and returns what is in it a minute later. The clock is not moved, because the process may run
   * jobs, which would wait for a minute then.
   */
  async openSignUpForm(): Promise<string> {
    await this.browser.send(`${this.form}/sign-up`)
    const { sql } = getTestDatabase(this.browser.app)
    return createFormTime(sql, this.form.split('/').at(-1) ?? '', Date.now() - 60_000)
  }

  exchangeCode(address: string, verifier = this.verifier) {
    const form = {
      grant_type: 'authorization_code',
      client_id: 'prompt-collection',
      code: new URL(address).searchParams.get('code') ?? '',
      redirect_uri: this.redirect,
      code_verifier: verifier,
    }
    return this.browser.send('/identity/token', { form, headers: { accept: 'application/json' } })
  }

  /** Exchanges the code in the URL for an ID token. */
  async token(address: string): Promise<string> {
    const { body } = await this.exchangeCode(address)
    return (JSON.parse(body) as { id_token: string }).id_token
  }
}

/** Signs up a local account and signs in to the site with it; returns the ID token and the current user. */
export const signUp = async (browser: TestClient, email: string, password: string, name = '') => {
  const step = new SignInFlow(browser)
  await step.begin()
  const { location } = await step.submit({ email, password, name }, 'sign-up')
  const token = await step.token(location)
  const answer = await browser.json('POST', '/api/auth/local', { token })
  return { token, user: answer.json() }
}
