import type { EventEmitter } from 'node:events'
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import type Provider from 'oidc-provider'
import { createSingleFlight } from '#core/single-flight.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import type { Logger } from '#server/log.ts'
import type { TokenIssuer } from '../verify-id-token.ts'
import { loadProviderKeys, type ProviderKeys, toPublicKey } from './keys.ts'
import type { RenderProviderPage } from './page.ts'

type Loaded = { until: number; keys: ProviderKeys; provider: Provider; getKey: JWTVerifyGetKey }

export type EmbeddedProvider = TokenIssuer & { get(): Promise<Provider> }

const CLIENT_ID = 'prompt-collection'

/**
 * How long this process may use its loaded keys before it checks for keys created by other processes. A token that
 * refers to an unknown key triggers an earlier check.
 */
const RELOAD_MS = 600_000
/** The minimum time between loading the keys and reloading them because of an unknown key. */
const UNKNOWN_KEY_RELOAD_MS = 5_000

/** Opens the embedded identity provider, which is created on first use and recreated when its keys have changed. */
export const createEmbeddedProvider = ({
  sql,
  config,
  log,
  render,
}: {
  sql: Sql
  config: Config
  log: Logger
  render: RenderProviderPage
}): EmbeddedProvider => {
  const issuer = `${config.publicUrl}/identity`
  let loaded: Loaded | null = null
  const share = createSingleFlight<Loaded>()

  const load = async (): Promise<Loaded> => {
    const keys = await loadProviderKeys(sql)
    const until = performance.now() + RELOAD_MS
    if (loaded && hasSameKeys(loaded.keys, keys)) return { ...loaded, until }
    // The library consists of 180 modules, so it is loaded only at the first sign-in.
    const [{ default: Provider }, { createProviderConfiguration }] = await Promise.all([
      import('oidc-provider'),
      import('./provider-configuration.ts'),
    ])
    const provider = new Provider(
      issuer,
      createProviderConfiguration({ sql, config, keys, clientId: CLIENT_ID, render }),
    )
    // Makes the library trust `x-forwarded-proto`, which `mountProvider` sets to the scheme of PUBLIC_URL.
    provider.proxy = true
    provider.on('server_error', (_, error) => log.error({ err: error }, 'Identity provider error'))
    const emitter: EventEmitter = provider
    emitter.on('error', (error: unknown) => log.error({ err: error }, 'Identity provider error'))
    return { until, keys, provider, getKey: createLocalJWKSet({ keys: keys.signing.map(toPublicKey) }) }
  }
  const current = async (maxAgeMs = RELOAD_MS): Promise<Loaded> => {
    if (loaded && loaded.until - RELOAD_MS + maxAgeMs > performance.now()) return loaded
    loaded = await share('provider', load)
    return loaded
  }

  const findKey: JWTVerifyGetKey = async (header, token) => {
    const { getKey } = await current()
    try {
      return await getKey(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      // Reloads the keys, because another process may have created the one that the token refers to.
      return (await current(UNKNOWN_KEY_RELOAD_MS)).getKey(header, token)
    }
  }
  return {
    issuer,
    audience: CLIENT_ID,
    findKeys: async () => findKey,
    get: async () => (await current()).provider,
  }
}

const hasSameKeys = (a: ProviderKeys, b: ProviderKeys): boolean =>
  [...a.signing.map(({ kid }) => kid), ...a.cookies].join() ===
  [...b.signing.map(({ kid }) => kid), ...b.cookies].join()
