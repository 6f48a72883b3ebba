import { setTimeout } from 'node:timers/promises'
import { CliError, exitCodes } from './cli-error.ts'
import type { Credentials } from './credentials.ts'

/** The client that every instance knows. */
const CLIENT_ID = 'prompt-collection-cli'
const SCOPES = 'read private write'
const TIMEOUT_MS = 30_000

type Metadata = {
  issuer: string
  token_endpoint: string
  device_authorization_endpoint: string
  revocation_endpoint?: string
}

/** Reads where a site gives out tokens (RFC 8414). Also finds the site's own address, if another one leads to it. */
export const readMetadata = async (site: string): Promise<Metadata> => {
  const url = `${site}/.well-known/oauth-authorization-server`
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: Error) => {
    throw new CliError(
      `${site} cannot be reached: ${reasonOf(error)}.`,
      exitCodes.unavailable,
      'Check the address and your connection.',
    )
  })
  const metadata = (await response.json().catch(() => null)) as Metadata | null
  if (!response.ok || !metadata?.device_authorization_endpoint)
    throw new CliError(
      `${site} is no Prompt Collection, or one that is too old for the command line.`,
      exitCodes.unavailable,
    )
  return metadata
}

/** Returns why a request got no answer. `fetch` says so in the cause of its error. */
export const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error
  const { code, message: reason } = (cause ?? {}) as { code?: string; message?: string }
  return reason || code || message
}

type TokenAnswer = {
  access_token?: string
  refresh_token?: string
  expires_in?: number
  error?: string
  error_description?: string
}

const post = async <T>(url: string, fields: Record<string, string>): Promise<T> => {
  const body = new URLSearchParams({ client_id: CLIENT_ID, ...fields })
  const response = await fetch(url, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return (await response.json()) as T
}

const toCredentials = ({ access_token, refresh_token, expires_in }: TokenAnswer): Credentials => ({
  accessToken: access_token ?? '',
  ...(refresh_token && { refreshToken: refresh_token }),
  ...(expires_in && { expiresAt: Date.now() + expires_in * 1_000 }),
})

type DeviceAnswer = {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete?: string
  expires_in: number
  interval?: number
  error_description?: string
}

/** Asks the member in a browser, which can be on another device (RFC 8628). `show` tells where and with which code. */
export const signInByDevice = async (
  metadata: Metadata,
  show: (answer: DeviceAnswer) => void,
): Promise<Credentials> => {
  const { issuer, device_authorization_endpoint, token_endpoint } = metadata
  const resource = `${issuer}/api`
  const device = await post<DeviceAnswer>(device_authorization_endpoint, { scope: SCOPES, resource })
  if (!device.device_code)
    throw new CliError(device.error_description ?? 'The site gave no code.', exitCodes.notAllowed)
  show(device)
  const end = Date.now() + device.expires_in * 1_000
  let intervalMs = (device.interval ?? 5) * 1_000
  while (Date.now() < end) {
    await setTimeout(intervalMs)
    const answer = await post<TokenAnswer>(token_endpoint, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: device.device_code,
    }).catch((): TokenAnswer => ({ error: 'authorization_pending' }))
    if (answer.access_token) return toCredentials(answer)
    if (answer.error === 'slow_down') intervalMs += 5_000
    else if (answer.error === 'access_denied')
      throw new CliError('The request was refused in the browser.', exitCodes.notAllowed)
    else if (answer.error !== 'authorization_pending') break
  }
  throw new CliError(
    'The code has expired.',
    exitCodes.notAllowed,
    'Run `prompt-collection login` again, and enter the code within ten minutes.',
  )
}

/** Renews a token. Returns null if the connection has ended, for example because the member has disconnected it. */
export const renewToken = async (site: string, refreshToken: string): Promise<Credentials | null> => {
  const { token_endpoint } = await readMetadata(site)
  const answer = await post<TokenAnswer>(token_endpoint, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  })
  return answer.access_token ? toCredentials(answer) : null
}

/** Ends the token at the site, too. */
export const revokeToken = async (site: string, { refreshToken }: Credentials): Promise<void> => {
  const { revocation_endpoint } = await readMetadata(site)
  if (refreshToken && revocation_endpoint)
    await fetch(revocation_endpoint, {
      method: 'POST',
      body: new URLSearchParams({ client_id: CLIENT_ID, token: refreshToken }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
}
