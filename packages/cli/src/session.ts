import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type CurrentUser, createClient, getAuthMe } from '@prompt-collection/client'
import { toApiError } from './api-error.ts'
import { CliError, exitCodes, usageError } from './cli-error.ts'
import { type Credentials, loadCredentials, saveCredentials } from './credentials.ts'
import { withExclusiveFile } from './exclusive-file.ts'
import { reasonOf, renewToken } from './oauth.ts'
import { getSettingsFolder, normalizeSite, readSettings, requireSecureSite } from './settings.ts'

/** A site, and who somebody is there. */
export type Session = { site: string; api: ApiOptions; isSignedIn: boolean }

/** What each call of the client gets. */
export type ApiOptions = { client: ReturnType<typeof createClient>; throwOnError: true }

const MAX_ATTEMPTS = 4
/** A limit that lasts longer ends the command, which can be repeated then. */
const MAX_WAIT_MS = 60_000
const TIMEOUT_MS = 120_000
/** A token that ends so soon is renewed before it is used. */
const EXPIRY_MARGIN_MS = 60_000

type SiteOptions = { site?: string | undefined; lockedSite?: string | undefined }

/** Finds the site that a command is about, and opens a session there, which may be a visitor's. */
export const openSession = async ({ site: written, lockedSite }: SiteOptions): Promise<Session> => {
  const { defaultSite, sites } = readSettings()
  const token = process.env.PROMPT_COLLECTION_TOKEN
  const named = written ?? process.env.PROMPT_COLLECTION_SITE
  if (token && named === undefined)
    throw usageError(
      'PROMPT_COLLECTION_TOKEN is set without the site to which it belongs.',
      'Set PROMPT_COLLECTION_SITE, too.',
    )
  const site = named === undefined ? (lockedSite ?? defaultSite) : normalizeSite(named)
  if (site === undefined)
    throw usageError('No site is named.', 'Run `prompt-collection login SITE`, or add --site SITE.')
  if (lockedSite !== undefined && lockedSite !== site)
    throw usageError(
      `This folder belongs to ${lockedSite}, and not to ${site}.`,
      'Use another folder for another site.',
    )
  const credentials = token ? { accessToken: token } : await loadCredentials(site)
  if (credentials) requireSecureSite(site, sites[site]?.allowsHttp)
  return createSession(site, credentials)
}

/** Fails for visitors. */
export const requireSignedIn = ({ site, isSignedIn }: Session): void => {
  if (!isSignedIn)
    throw new CliError(
      `You are not signed in to ${site}.`,
      exitCodes.notAllowed,
      `Run \`prompt-collection login ${site}\`.`,
    )
}

export const getMember = async ({ api }: Session): Promise<CurrentUser> => (await getAuthMe(api)).data

export const createSession = (site: string, credentials: Credentials | null): Session => {
  const send = createFetch(site, credentials)
  const client = createClient({ baseUrl: site, fetch: send as typeof fetch })
  return { site, api: { client, throwOnError: true }, isSignedIn: credentials !== null }
}

/** Returns a `fetch` that identifies the member, tries again what can be tried again, and throws the site's errors. */
const createFetch = (site: string, first: Credentials | null) => {
  let credentials = first
  return async (request: Request): Promise<Response> => {
    if (credentials?.expiresAt && credentials.expiresAt < Date.now() + EXPIRY_MARGIN_MS)
      credentials = (await renew(site, credentials)) ?? credentials
    for (let attempt = 1; ; attempt += 1) {
      const answer = await sendOnce(request, credentials)
      if (answer instanceof Response && answer.ok) return answer
      const wait = getWaitMs(answer, attempt)
      if (wait !== null) {
        await setTimeout(wait)
        continue
      }
      if (!(answer instanceof Response))
        throw new CliError(
          `${site} cannot be reached: ${reasonOf(answer)}.`,
          exitCodes.unavailable,
          'Check the address and your connection.',
        )
      if (answer.status >= 300 && answer.status < 400)
        throw new CliError(
          `${site} sends requests on to ${answer.headers.get('location')}.`,
          exitCodes.unavailable,
          'Run `prompt-collection login` with that address.',
        )
      const renewed =
        answer.status === 401 &&
        credentials?.refreshToken &&
        attempt === 1 &&
        (await renew(site, credentials))
      if (!renewed) throw await toApiError(answer)
      credentials = renewed
    }
  }
}

const sendOnce = async (request: Request, credentials: Credentials | null): Promise<Response | Error> => {
  const sent = request.clone()
  if (credentials) sent.headers.set('authorization', `Bearer ${credentials.accessToken}`)
  try {
    return await fetch(sent, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    return error as Error
  }
}

/** Returns how long to wait for the next attempt, or null if there is none. All requests can be repeated. */
const getWaitMs = (answer: Response | Error, attempt: number): number | null => {
  if (attempt >= MAX_ATTEMPTS) return null
  const backoff = 250 * 2 ** attempt
  if (!(answer instanceof Response)) return backoff
  const retryAfterMs = Number(answer.headers.get('retry-after') ?? 0) * 1_000
  const isBusy = [429, 502, 503, 504].includes(answer.status)
  const isInProgress = answer.status === 409 && retryAfterMs > 0
  if (!isBusy && !isInProgress) return null
  return retryAfterMs > MAX_WAIT_MS ? null : Math.max(retryAfterMs, backoff)
}

/**
 * Renews a token. Only one process at a time does so, because a refresh token that is used twice ends the whole
 * connection. Returns null if the connection has ended.
 */
const renew = (site: string, used: Credentials): Promise<Credentials | null> =>
  withExclusiveFile(path.join(getSettingsFolder(), 'renewal.lock'), 30_000, async () => {
    const stored = await loadCredentials(site)
    if (stored && stored.accessToken !== used.accessToken) return stored
    if (!used.refreshToken) return null
    const renewed = await renewToken(site, used.refreshToken)
    if (renewed) await saveCredentials(site, renewed)
    return renewed
  })

/** Returns the cursor of the next page of a list (RFC 8288), or undefined on the last one. */
export const getNextCursor = (response: Response): string | undefined => {
  const [, url] = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  return url === undefined ? undefined : (new URL(url, response.url).searchParams.get('after') ?? undefined)
}
