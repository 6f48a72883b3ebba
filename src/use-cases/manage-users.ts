import { HttpError } from '#core/http-error.ts'
import { type Actor, recordAuditEvent } from '#features/admin/server/audit-query.ts'
import { createResetLink } from '#features/identity/server/create-reset-link.ts'
import { endProgramAccess } from '#features/identity/server/end-program-access-query.ts'
import { endSessions } from '#features/identity/server/end-sessions.ts'
import { removeSecondFactors } from '#features/identity/server/second-factors/change-second-factors.ts'
import { type LockedUser, lockUserRow, updateRole } from '#features/members/server/members-query.ts'
import { selectSanction, updateSanction } from '#features/members/server/sanctions-query.ts'
import { selectMutesInForce } from '#features/moderation/server/decisions-query.ts'
import { publishMemberChanges } from '#features/notifications/server/notify-query.ts'
import { selectTopicNames } from '#features/topics/server/topics-query.ts'
import type { Config } from '#server/config.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { decideAtOnce } from './decide-at-once.ts'
import { requireReason } from './report-content.ts'
import { reverse } from './reverse-decision.ts'

/** Signs a user out of every browser, revokes their API tokens, and returns how many sessions ended. Throws 404 for an unknown user. */
export const endUserSessions = (
  { sql, config }: { sql: Sql; config: Pick<Config, 'oidc'> },
  actor: Actor,
  id: number,
): Promise<number> =>
  sql.begin(async (tx) => {
    const user = await lockUser(tx, id)
    const ended = await endSessions(tx, config, id)
    await endProgramAccess(tx, id)
    await recordAuditEvent(tx, actor, {
      action: 'end-sessions-of-user',
      target: { id, name: user.username },
      after: { ended },
    })
    return ended
  })

/**
 * Creates a link that lets a user set a new password. Throws 404 for an unknown user or an account at another
 * provider, and 403 for an admin, because anyone who has the link can take over the account.
 */
export const createResetLinkAsAdmin = (
  { sql, config }: { sql: Sql; config: Pick<Config, 'oidc' | 'publicUrl'> },
  actor: Actor,
  id: number,
): Promise<{ url: string; endsAt: Date }> =>
  sql.begin(async (tx) => {
    const user = await lockUnprotectedUser(tx, id)
    const link = await createResetLink(tx, config, id)
    if (!link) throw new HttpError('no-password')
    await recordAuditEvent(tx, actor, {
      action: 'create-reset-link-for-user',
      target: { id, name: user.username },
    })
    return link
  })

/**
 * Removes a user's second factors, so that the password alone is enough to sign in. Returns the number of factors
 * removed. Throws 404 for an unknown user or an account without second factors, and 403 for an admin.
 */
export const removeSecondFactorsAsAdmin = (
  { sql, config }: { sql: Sql; config: Config },
  actor: Actor,
  id: number,
): Promise<number> =>
  sql.begin(async (tx) => {
    const user = await lockUnprotectedUser(tx, id)
    const removed = await removeSecondFactors(tx, config, id)
    if (removed === null) throw new HttpError('no-password')
    if (removed === 0) throw new HttpError('second-factor-not-found')
    await recordAuditEvent(tx, actor, {
      action: 'reset-second-factors-of-user',
      target: { id, name: user.username },
    })
    return removed
  })

/**
 * Mutes or unmutes a user. The change takes effect with the next request in each of the user's sessions, and
 * open pages are notified immediately. A mute is a decision with a statement for the user, and unmuting undoes it. Repeating
 * the request changes and records nothing. Throws 404 for an unknown user, 403 for an admin, and 400 for a rule that is not in the operator's list.
 */
export const setUserMuted = async (
  sql: Sql,
  actor: Actor,
  id: number,
  { isMuted, rule = '' }: { isMuted: boolean; rule?: string },
): Promise<void> => {
  if (rule !== '') await requireReason(sql, rule, 'rule')
  return retryOnConflict(() =>
    sql.begin(async (tx) => {
      const user = await lockUnprotectedUser(tx, id)
      const isMutedNow = async () => {
        const { isOn, endsAt } = (await selectSanction(tx, id, 'mute')) ?? { isOn: false, endsAt: null }
        return isOn && (endsAt === null || endsAt > new Date())
      }
      if ((user.isMuted && (await isMutedNow())) === isMuted) return
      if (isMuted) {
        await decideAtOnce(tx, actor, { kind: 'member', id, version: 0 }, 'mute', rule)
        return
      }
      for (const decisionId of await selectMutesInForce(tx, id))
        if (await isMutedNow()) await reverse(tx, actor, decisionId, actor.reason)
      if (!(await isMutedNow())) return
      // A mute of the time before there were decisions.
      await updateSanction(tx, id, 'mute', { isOn: false, endsAt: null })
      await publishMemberChanges(tx, [id])
      await recordAuditEvent(tx, actor, {
        action: 'unmute-user',
        target: { id, name: user.username },
        before: { isMuted: true },
        after: { isMuted },
      })
    }),
  )
}

type Role = Pick<LockedUser, 'isModerator' | 'moderatedTopics'>

/**
 * Makes a user a moderator of the site or of topics, or an ordinary member again, from their next request on. Topics that
 * do not exist are ignored. Repeating the request changes and records nothing. Throws 404 for an unknown user, and 403
 * for an admin, who has all rights already.
 */
export const changeRole = (sql: Sql, actor: Actor, id: number, role: Role): Promise<Role> =>
  retryOnConflict(() =>
    sql.begin(async (tx) => {
      const user = await lockUnprotectedUser(tx, id)
      const topics = await selectTopicNames(tx, [...role.moderatedTopics, ...user.moderatedTopics])
      const moderated = topics.filter((topic) => role.moderatedTopics.includes(topic.id))
      const changed = { isModerator: role.isModerator, moderatedTopics: moderated.map((topic) => topic.id) }
      const before = describeRole(user, topics)
      const after = describeRole(changed, topics)
      if (before === after) return changed
      await updateRole(tx, id, changed)
      await publishMemberChanges(tx, [id])
      await recordAuditEvent(tx, actor, {
        action: 'change-role-of-user',
        target: { id, name: user.username },
        before: { role: before },
        after: { role: after },
      })
      return changed
    }),
  )

const describeRole = (
  { isModerator, moderatedTopics }: Role,
  topics: readonly { id: number; name: string }[],
): string => {
  const names = topics.filter(({ id }) => moderatedTopics.includes(id)).map(({ name }) => name)
  if (isModerator) return 'moderator'
  return names.length > 0 ? `moderator of ${new Intl.ListFormat('en').format(names)}` : ''
}

const lockUnprotectedUser = async (tx: AnySql, id: number): Promise<LockedUser> => {
  const user = await lockUser(tx, id)
  if (user.isAdmin) throw new HttpError('admin-protected')
  return user
}

const lockUser = async (tx: AnySql, id: number): Promise<LockedUser> => {
  const user = await lockUserRow(tx, id)
  if (!user) throw new HttpError('user-not-found')
  return user
}
