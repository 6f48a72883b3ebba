import type { EventEmitter } from 'node:events'
import type Provider from 'oidc-provider'
import type { Configuration } from 'oidc-provider'
import { createSingleFlight } from '#core/single-flight.ts'
import type { Sql } from '#server/database/connect.ts'
import type { Logger } from '#server/log.ts'
import { loadProviderKeys, type ProviderKeys } from './keys.ts'

export type LoadedProvider = { until: number; keys: ProviderKeys; provider: Provider }

/**
 * How long this process may use its loaded keys before it checks for keys created by other processes. A token that
 * refers to an unknown key triggers an earlier check.
 */
const RELOAD_MS = 600_000

type Options = {
  sql: Sql
  log: Logger
  issuer: string
  /** `prepare` changes what the configuration cannot express. */
  configure: (
    keys: ProviderKeys,
  ) => Promise<{ configuration: Configuration; prepare?: (provider: Provider) => void }>
}

/**
 * Returns a function that loads a provider, which is created on first use and recreated when its keys have changed. A
 * caller can ask for keys that are at most so many milliseconds old.
 */
export const createProviderLoader = ({ sql, log, issuer, configure }: Options) => {
  let loaded: LoadedProvider | null = null
  const share = createSingleFlight<LoadedProvider>()

  const load = async (): Promise<LoadedProvider> => {
    const keys = await loadProviderKeys(sql)
    const until = performance.now() + RELOAD_MS
    if (loaded && hasSameKeys(loaded.keys, keys)) return { ...loaded, until }
    // The library consists of 180 modules, so it is loaded only when somebody signs in or a program connects.
    const [{ default: Provider }, { configuration, prepare }] = await Promise.all([
      import('oidc-provider'),
      configure(keys),
    ])
    const provider = new Provider(issuer, configuration)
    // Makes the library trust `x-forwarded-proto`, which the routes set to the scheme of PUBLIC_URL.
    provider.proxy = true
    provider.on('server_error', (_, error) => log.error({ err: error }, 'Identity provider error'))
    prepare?.(provider)
    const emitter: EventEmitter = provider
    emitter.on('error', (error: unknown) => log.error({ err: error }, 'Identity provider error'))
    return { until, keys, provider }
  }

  return async (maxAgeMs = RELOAD_MS): Promise<LoadedProvider> => {
    if (loaded && loaded.until - RELOAD_MS + maxAgeMs > performance.now()) return loaded
    loaded = await share('provider', load)
    return loaded
  }
}

const hasSameKeys = (a: ProviderKeys, b: ProviderKeys): boolean =>
  [...a.signing.map(({ kid }) => kid), ...a.cookies].join() ===
  [...b.signing.map(({ kid }) => kid), ...b.cookies].join()
