import type { Config } from '#server/config.ts'

/** The account at the embedded provider behind a user's `googleId`; null where another provider has it. */
export const localSubject = ({ oidc }: Pick<Config, 'oidc'>, googleId: string | null): string | null => {
  const prefix = `${oidc.providerId}:`
  return oidc.outside === null && googleId?.startsWith(prefix) ? googleId.slice(prefix.length) : null
}
