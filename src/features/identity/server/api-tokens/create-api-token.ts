import { HttpError } from '#core/http-error.ts'
import type { TokenScope } from '#core/token-scopes.ts'
import type { Member } from '#core/viewer.ts'
import { selectGoogleId, withLockedMember } from '#features/members/server/members-query.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { createBearerToken, hashBearerToken } from '#server/session/bearer-tokens.ts'
import type { ApiToken } from '../../contract-api-tokens.ts'
import { MAX_API_TOKENS } from '../../contract-values.ts'
import { getLocalSubject } from '../local-subject.ts'
import { securityNoticeJob } from '../mail-jobs.ts'
import { lockSession } from '../session-query.ts'
import { countApiTokens, insertApiToken } from './api-token-query.ts'

/** How much of a token is stored as text: enough to recognize it, too little to guess the rest. */
const PREFIX_LENGTH = 9

type NewToken = { name: string; scopes: TokenScope[]; expiresInDays: number | null }

/**
 * Creates a token, and notifies the owner of a local account by email. Throws 403 if a member who is not an admin asks
 * for the scope `admin`, and 401 if the session has ended in the meantime.
 */
export const createApiToken = (
  { sql, config }: { sql: Sql; config: Config },
  { member, session }: { member: Member; session: Buffer | null },
  form: NewToken,
): Promise<ApiToken & { token: string }> => {
  if (form.scopes.includes('admin') && !member.isAdmin) throw new HttpError('not-allowed')
  const token = createBearerToken()
  return withLockedMember(sql, member.id, async (tx) => {
    if (!session || !(await lockSession(tx, session))) throw new HttpError('not-signed-in')
    if ((await countApiTokens(tx, member.id)) >= MAX_API_TOKENS) throw new HttpError('too-many-tokens')
    const subject = getLocalSubject(config, await selectGoogleId(tx, member.id))
    if (config.mail && subject !== null)
      await enqueueJob(tx, securityNoticeJob, { subject, kind: 'token-created' })
    const stored = await insertApiToken(tx, {
      ...form,
      userId: member.id,
      tokenHash: hashBearerToken(token),
      prefix: token.slice(0, PREFIX_LENGTH),
    })
    return { ...stored, token }
  })
}
