import type { Config } from '#server/config.ts'

/**
 * The subject of the embedded provider's account behind a `googleId`; null if an external provider has the
 * account.
 */
export const getLocalSubject = ({ oidc }: Pick<Config, 'oidc'>, googleId: string | null): string | null => {
  const prefix = `${oidc.providerId}:`
  return oidc.external === null && googleId?.startsWith(prefix) ? googleId.slice(prefix.length) : null
}
