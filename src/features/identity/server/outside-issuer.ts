import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod/mini'
import { unavailable } from '#core/failure.ts'
import type { TokenIssuer } from './verify-token.ts'

const SECONDS_KEPT = 3_600
const SECONDS_AFTER_FAILURE = 10
const PATIENCE_MS = 5_000
const BYTES_MOST = 256 * 1024

const away = () => unavailable('The sign-in service is away for a moment', SECONDS_AFTER_FAILURE)

const documentShape = z.object({
  issuer: z.string(),
  jwks_uri: z.url({ protocol: /^https?$/ }),
  token_endpoint: z.url({ protocol: /^https?$/ }),
})
type Description = { tokenEndpoint: string; keys: JWTVerifyGetKey }

export type OutsideIssuer = TokenIssuer & { findDescription(): Promise<Description> }

/** An OpenID Connect provider somewhere else; its description and keys are fetched when first needed and kept. */
export const outsideIssuer = (issuer: string, clientId: string): OutsideIssuer => {
  let kept: { until: number; description: Promise<Description> } | null = null
  const findDescription = (): Promise<Description> => {
    if (kept && kept.until > Date.now()) return kept.description
    const fresh = { until: Date.now() + SECONDS_KEPT * 1000, description: fetchDescription(issuer) }
    kept = fresh
    fresh.description.catch(() => {
      fresh.until = Date.now() + SECONDS_AFTER_FAILURE * 1000
    })
    return fresh.description
  }
  return { issuer, audience: clientId, findDescription, findKeys: async () => (await findDescription()).keys }
}

const fetchDescription = async (issuer: string): Promise<Description> => {
  const url = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const given = documentShape.safeParse(await fetchJson(url))
  // A provider speaks for itself only (OpenID Connect Discovery 4.3), and over https unless it is on plain http itself.
  if (!given.success || given.data.issuer !== issuer) throw away()
  const { jwks_uri, token_endpoint } = given.data
  if ([jwks_uri, token_endpoint].some((one) => url.protocol === 'https:' && !one.startsWith('https:')))
    throw away()
  // jose follows no redirect either.
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    timeoutDuration: PATIENCE_MS,
    cooldownDuration: 30_000,
    cacheMaxAge: 600_000,
  })
  return { tokenEndpoint: token_endpoint, keys }
}

const fetchJson = async (url: URL): Promise<unknown> => {
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) })
    return answer.ok ? JSON.parse(await readText(answer, BYTES_MOST)) : null
  } catch (error) {
    throw Object.assign(away(), { cause: error })
  }
}

/** The answer's text; throws where it is longer than `most` bytes. */
export const readText = async (answer: Response, most: number): Promise<string> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.length
    if (size > most) throw new Error('The answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
