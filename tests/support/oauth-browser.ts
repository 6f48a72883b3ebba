import type { ChildProcess } from 'node:child_process'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { waitUntil } from './wait-until.ts'

/** A browser in which a member is signed in to a site. It keeps cookies by path, and sends its own origin. */
export const createBrowser = (app: FastifyInstance, site: string, session: Record<string, string> = {}) => {
  const jar = new Map<string, { value: string; path: string }>()
  let signedIn = session
  const send = async (options: InjectOptions & { url: string }) => {
    const { pathname } = new URL(options.url, site)
    const cookies = [...jar].filter(([, { path }]) => pathname.startsWith(path))
    const cookie = [signedIn.cookie, ...cookies.map(([name, { value }]) => `${name}=${value}`)]
    const headers = { origin: site, cookie: cookie.filter(Boolean).join('; ') }
    const response = await app.inject({ ...options, headers: { ...headers, ...options.headers } })
    for (const { name, value, path = '/' } of response.cookies) jar.set(name, { value, path })
    return response
  }
  const signInAs = (other: Record<string, string>) => {
    signedIn = other
  }
  return { get: (url: string) => send({ url }), send, signInAs }
}
export type OauthBrowser = ReturnType<typeof createBrowser>

/** Answers for a member what a program asks for. */
export const answerProgram = (browser: OauthBrowser, uid: string, isAllowed: boolean) =>
  browser.send({
    method: 'POST',
    url: `/api/applications/requests/${uid}/answer`,
    payload: { isAllowed },
  })

/** Types the code that a device shows, on the page that asks for it, and confirms it. Returns the id of the request. */
export const enterDeviceCode = async (browser: OauthBrowser, code: string): Promise<string> => {
  let shown = (await browser.get('/oauth/device')).body
  const submit = async (fields: Record<string, string>) => {
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(shown)?.[1] ?? ''
    const response = await browser.send({
      method: 'POST',
      url: '/oauth/device',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ xsrf, ...fields }).toString(),
    })
    shown = response.body
    return response
  }
  await submit({ user_code: code })
  const confirmed = await submit({ user_code: code, confirm: 'yes' })
  return String(confirmed.headers.location).split('/').at(-1) ?? ''
}

/** Allows a command line, which shows a code on stderr, to act for the member of a session. */
export const allowCommandLine = async (
  app: FastifyInstance,
  { site, session, child }: { site: string; session: Record<string, string>; child: ChildProcess },
  isAllowed = true,
): Promise<void> => {
  let shown = ''
  child.stderr?.on('data', (chunk) => (shown += chunk))
  await waitUntil(() => /the code \S+\./.test(shown) || child.exitCode !== null)
  const browser = createBrowser(app, site, session)
  const uid = await enterDeviceCode(browser, /the code (\S+)\./.exec(shown)?.[1] ?? '')
  const { url } = (await answerProgram(browser, uid, isAllowed)).json()
  await browser.get(new URL(url).pathname)
}
