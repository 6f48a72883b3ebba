import type { EventEmitter } from 'node:events'
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import Provider from 'oidc-provider'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import type { Log } from '#server/log.ts'
import type { TokenIssuer } from '../verify-token.ts'
import { loadKeys, type ProviderKeys, publicPart } from './keys.ts'
import { CLIENT_ID, providerSettings } from './settings.ts'

type Loaded = { until: number; keys: ProviderKeys; provider: Provider; getKey: JWTVerifyGetKey }

export type EmbeddedProvider = TokenIssuer & { get(): Promise<Provider> }

/** How long another process's new key may stay unknown here, where no token asks for it. */
const LOOK_AGAIN_MS = 600_000
const UNKNOWN_KEY_MS = 5_000

/** The site's own identity provider; made when first needed, and again when its keys have changed. */
export const openProvider = ({
  sql,
  config,
  log,
}: {
  sql: Sql
  config: Config
  log: Log
}): EmbeddedProvider => {
  const issuer = `${config.publicUrl}/identity`
  let loaded: Loaded | null = null
  let loading: Promise<Loaded> | null = null

  const load = async (): Promise<Loaded> => {
    const keys = await loadKeys(sql)
    const until = Date.now() + LOOK_AGAIN_MS
    if (loaded && isSame(loaded.keys, keys)) return { ...loaded, until }
    const provider = new Provider(issuer, providerSettings({ sql, config, keys }))
    // What the request came over is PUBLIC_URL's scheme; the mount says so in the proxy's header.
    provider.proxy = true
    provider.on('server_error', (_, error) => log.error({ err: error }, 'The identity provider failed'))
    const emitter: EventEmitter = provider
    emitter.on('error', (error: unknown) => log.error({ err: error }, 'The identity provider failed'))
    return { until, keys, provider, getKey: createLocalJWKSet({ keys: keys.signing.map(publicPart) }) }
  }
  const current = async (youngerThan = LOOK_AGAIN_MS): Promise<Loaded> => {
    if (loaded && loaded.until - LOOK_AGAIN_MS + youngerThan > Date.now()) return loaded
    loading ??= load().finally(() => {
      loading = null
    })
    loaded = await loading
    return loaded
  }

  const findKey: JWTVerifyGetKey = async (header, token) => {
    const { getKey } = await current()
    try {
      return await getKey(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      // Another process may have made a new key.
      return (await current(UNKNOWN_KEY_MS)).getKey(header, token)
    }
  }
  return {
    issuer,
    audience: CLIENT_ID,
    findKeys: async () => findKey,
    get: async () => (await current()).provider,
  }
}

const isSame = (one: ProviderKeys, other: ProviderKeys): boolean =>
  [...one.signing.map(({ kid }) => kid), ...one.cookies].join() ===
  [...other.signing.map(({ kid }) => kid), ...other.cookies].join()
