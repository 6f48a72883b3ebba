import type { Config } from '#server/config.ts'

/**
 * Returns the subject of the embedded provider's account for a `googleId`, or null if the account belongs to an
 * external provider.
 */
export const getLocalSubject = ({ oidc }: Pick<Config, 'oidc'>, googleId: string | null): string | null => {
  const prefix = `${oidc.providerId}:`
  return oidc.external === null && googleId?.startsWith(prefix) ? googleId.slice(prefix.length) : null
}
