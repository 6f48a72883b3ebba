import { HttpError } from '#core/http-error.ts'
import { findVerifiedEmail } from '#features/identity/server/find-verified-email.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import type { DigestSettings } from '../contract-digest.ts'
import type { DigestFrequency } from '../contract-values.ts'
import { deleteDigest, selectDigestFrequency, upsertDigestFrequency } from './digest-query.ts'

type Dependencies = { sql: Sql; config: Config }

export const buildDigestSettings = async (
  { sql, config }: Dependencies,
  userId: number,
): Promise<DigestSettings> => ({
  frequency: await selectDigestFrequency(sql, userId),
  isOffered: config.mail !== null,
  email: await findVerifiedEmail(sql, config, userId),
})

/**
 * Stores how often the member receives digests. Members can always turn digests off, even if the site no longer sends
 * email.
 */
export const saveDigestFrequency = async (
  dependencies: Dependencies,
  userId: number,
  frequency: DigestFrequency,
): Promise<DigestSettings> => {
  const { sql, config } = dependencies
  if (frequency === 'never') await deleteDigest(sql, userId)
  else {
    if (!config.mail) throw new HttpError('mail-unavailable')
    if (!(await findVerifiedEmail(sql, config, userId))) throw new HttpError('email-not-verified')
    await upsertDigestFrequency(sql, userId, frequency)
  }
  return buildDigestSettings(dependencies, userId)
}
