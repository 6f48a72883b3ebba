import type { AnySql } from '#server/database/connect.ts'

/**
 * Before an account is deleted: the audit log keeps that something was done, when and by which admin, and forgets the
 * account's name, its e-mail and its words. Its own name as an admin goes too.
 */
export const forgetInAuditLog = async (sql: AnySql, userId: number): Promise<void> => {
  await sql`update admin_acts set admin_name = 'deleted account' where admin_id = ${userId}`
  await sql`
    update admin_acts a set target_name = 'deleted account', before = nullif(before - 'username', '{}'),
      reason = ${withoutName(sql)}
    from users u where u.id = ${userId} and a.target_id = u.id and a.action like '%-user'`
  await sql`
    update admin_acts a set before = jsonb_build_object('userId', u.id), reason = ${withoutName(sql)},
      target_name = case when action = 'approve-request' then target_name else 'from a deleted account' end
    from users u where u.id = ${userId} and a.before ->> 'userId' = u.id::text`
}

/** Admins may name the person in their reason; `***=` makes the pattern literal text. */
const withoutName = (sql: AnySql) => sql`
  regexp_replace(
    case when u.email <> '' then regexp_replace(a.reason, '***=' || u.email, '[deleted]', 'gi') else a.reason end,
    '***=' || u.username, '[deleted]', 'gi')`
