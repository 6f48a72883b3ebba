import type { AnySql } from '#server/database/connect.ts'

/**
 * Removes a user's name, email and text from the audit log before the account is deleted. The log still shows
 * which admin took which action and when. If the user was an admin, their name is also removed from the
 * actions they took.
 */
export const anonymizeAuditEvents = async (sql: AnySql, userId: number): Promise<void> => {
  await sql`update audit_events set admin_name = 'deleted account' where admin_id = ${userId}`
  await sql`
    update audit_events a set target_name = 'deleted account', before = nullif(before - 'username', '{}'),
      reason = ${withoutName(sql)}
    from users u where u.id = ${userId} and a.target_id = u.id and a.action like '%-user'`
  await sql`
    update audit_events a set before = jsonb_build_object('userId', u.id), reason = ${withoutName(sql)},
      target_name = case when action = 'approve-request' then target_name else 'from a deleted account' end
    from users u where u.id = ${userId} and a.before ->> 'userId' = u.id::text`
}

/**
 * Returns an SQL expression for an event's reason without the user's name and email. The prefix `***=` makes PostgreSQL
 * treat the rest of the pattern literally.
 */
const withoutName = (sql: AnySql) => sql`
  regexp_replace(
    case when u.email <> '' then regexp_replace(a.reason, '***=' || u.email, '[deleted]', 'gi') else a.reason end,
    '***=' || u.username, '[deleted]', 'gi')`
