import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod/mini'
import { HttpError } from '#core/http-error.ts'
import { traceCall } from '#server/tracing/tracing.ts'
import type { TokenIssuer } from './verify-id-token.ts'

const CACHE_SECONDS = 3_600
const RETRY_SECONDS = 10
const TIMEOUT_MS = 5_000
const MAX_DOCUMENT_BYTES = 256 * 1024

const providerUnavailable = () => new HttpError('sign-in-unavailable', { retryAfter: RETRY_SECONDS })

const metadataSchema = z.object({
  issuer: z.string(),
  jwks_uri: z.url({ protocol: /^https?$/ }),
  token_endpoint: z.url({ protocol: /^https?$/ }),
})
type ProviderMetadata = { tokenEndpoint: string; keys: JWTVerifyGetKey }

export type ExternalIssuer = TokenIssuer & { findMetadata(): Promise<ProviderMetadata> }

/**
 * Creates an issuer for an external OpenID Connect provider. Its metadata and keys are fetched on first use and
 * cached.
 */
export const createExternalIssuer = (issuer: string, clientId: string): ExternalIssuer => {
  let cached: { until: number; metadata: Promise<ProviderMetadata> } | null = null
  const findDescription = (): Promise<ProviderMetadata> => {
    if (cached && cached.until > performance.now()) return cached.metadata
    const entry = { until: performance.now() + CACHE_SECONDS * 1000, metadata: fetchMetadata(issuer) }
    cached = entry
    entry.metadata.catch(() => {
      entry.until = performance.now() + RETRY_SECONDS * 1000
    })
    return entry.metadata
  }
  return {
    issuer,
    audience: clientId,
    findMetadata: findDescription,
    findKeys: async () => (await findDescription()).keys,
  }
}

const fetchMetadata = async (issuer: string): Promise<ProviderMetadata> => {
  const url = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const parsed = metadataSchema.safeParse(await fetchJson(url))
  // The metadata must name this issuer (OpenID Connect Discovery 1.0 section 4.3), and an https issuer must
  // name https endpoints.
  if (!parsed.success || parsed.data.issuer !== issuer) throw providerUnavailable()
  const { jwks_uri, token_endpoint } = parsed.data
  if ([jwks_uri, token_endpoint].some((uri) => url.protocol === 'https:' && !uri.startsWith('https:')))
    throw providerUnavailable()
  // Like the metadata request above, jose does not follow redirects.
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: 30_000,
    cacheMaxAge: 600_000,
  })
  return { tokenEndpoint: token_endpoint, keys }
}

const fetchJson = async (url: URL): Promise<unknown> => {
  try {
    const response = await traceCall('sign-in provider', () =>
      fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }),
    )
    return response.ok ? JSON.parse(await readBoundedText(response, MAX_DOCUMENT_BYTES)) : null
  } catch (error) {
    throw Object.assign(providerUnavailable(), { cause: error })
  }
}

/** Reads a response body as text. Throws if it is longer than `maxBytes`. */
export const readBoundedText = async (response: Response, maxBytes: number): Promise<string> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Error('The response is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
