import { trustRequirements } from '#core/trust.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { isMuted } from './standing-query.ts'

/** An SQL condition that the user meets the requirements of a level. */
const meets = (sql: AnySql, level: keyof typeof trustRequirements): SqlFragment => {
  const { days, reveals, upvotes, needsBoth } = trustRequirements[level]
  const hasRead = sql`u.all_time_reveals >= ${reveals}`
  const isLiked = sql`u.total_upvotes >= ${upvotes}`
  return sql`(u.created_at <= now() - ${days}::integer * interval '1 day'
    and (${needsBoth ? sql`${hasRead} and ${isLiked}` : sql`${hasRead} or ${isLiked}`}))`
}

/**
 * Computes the trust of up to `max` users whose id is above `after` from their stored counts. Nobody loses a level but by
 * being muted or suspended, which makes a newcomer. Returns the last id, or null at the end.
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

export const selectTrustFigures = async (sql: AnySql, id: number): Promise<TrustFigures | null> => {
  const [row] = await sql<TrustFigures[]>`
    select trust_level, floor(extract(epoch from now() - created_at) / 86400)::integer as days, all_time_reveals as reveals,
      total_upvotes as upvotes
    from users where id = ${id}`
  return row ?? null
}
