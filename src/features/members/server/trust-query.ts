import { trustRequirements } from '#core/trust.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { isMuted, trustLevel } from './standing-query.ts'

/**
 * An SQL expression for the upvotes of others on the public posts and the comments of the user `u`, counted up to `max`,
 * without those of newcomers: newcomers who vote for each other must not make each other members (decision 189).
 */
const trustedUpvotes = (sql: AnySql, max: number): SqlFragment => {
  const ofTrusted = sql`v.value = 1 and v.user_id <> u.id and ${trustLevel(sql, sql`voter`)} <> 'newcomer'`
  return sql`(
    select count(*)::integer from (
      select from posts p join votes v on v.post_id = p.id join users voter on voter.id = v.user_id
      where p.user_id = u.id and not p.is_private and ${ofTrusted}
      union all
      select from comments c join votes v on v.comment_id = c.id join users voter on voter.id = v.user_id
      where c.user_id = u.id and ${ofTrusted}
      limit ${max}) counted)`
}

/** An SQL condition that the user meets the requirements of a level. */
const meets = (sql: AnySql, level: keyof typeof trustRequirements): SqlFragment => {
  const { days, reveals, upvotes, needsBoth } = trustRequirements[level]
  const hasRead = sql`u.all_time_reveals >= ${reveals}`
  // The stored total, which contains the upvotes of newcomers, spares the count for all but a few.
  const isLiked = sql`(u.total_upvotes >= ${upvotes} and ${trustedUpvotes(sql, upvotes)} >= ${upvotes})`
  return sql`(u.created_at <= now() - ${days}::integer * interval '1 day'
    and (${needsBoth ? sql`${hasRead} and ${isLiked}` : sql`${hasRead} or ${isLiked}`}))`
}

/**
 * Computes the trust of up to `max` users whose id is above `after` from their stored counts, and from the votes of those
 * whose level depends on who has upvoted them. Only being muted or suspended takes a level away: it makes a newcomer. Returns
 * the last id, or null at the end.
 */
export const updateTrustLevels = async (sql: AnySql, after: number, max: number): Promise<number | null> => {
  const [row] = await sql<{ last: number | null }[]>`
    with batch as materialized (
      select u.id, u.trust_level as before,
        case when ${isMuted(sql, sql`u`)} then 'newcomer'
          when u.trust_level = 'regular' or u.trust_level = 'member' and ${meets(sql, 'regular')} then 'regular'
          when u.trust_level = 'member' or ${meets(sql, 'member')} then 'member'
          else u.trust_level end as level
      from users u where u.id > ${after} order by u.id limit ${max}
    ), locked as materialized (
      select u.id, b.level from batch b join users u on u.id = b.id where b.level <> b.before order by u.id for no key update of u skip locked
    ), changed as (
      update users u set trust_level = l.level from locked l where u.id = l.id returning 1
    )
    select max(id) as last, (select count(*) from changed) as changed from batch`
  return row?.last ?? null
}

export type TrustFigures = { trustLevel: string; days: number; reveals: number; upvotes: number }

/** Returns what the trust of a member is computed from. Upvotes are counted as for a level, up to what the highest needs. */
export const selectTrustFigures = async (sql: AnySql, id: number): Promise<TrustFigures | null> => {
  const [row] = await sql<TrustFigures[]>`
    select trust_level, floor(extract(epoch from now() - created_at) / 86400)::integer as days, all_time_reveals as reveals,
      ${trustedUpvotes(sql, trustRequirements.regular.upvotes)} as upvotes
    from users u where id = ${id}`
  return row ?? null
}
