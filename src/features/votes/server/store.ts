import type { Member } from '#core/viewer.ts'
import { addNotifications, pushed } from '#features/notifications/server/notify-query.ts'
import { canSee, canTakePart } from '#features/visibility/server/can-see-query.ts'
import type { Vote } from '#features/votes/contract.ts'
import type { AnySql, Fragment, Sql } from '#server/database/connect.ts'

/** What is voted on: posts and comments never share an id, but one must say which it is. */
export type Target = { kind: 'post' | 'comment'; id: number }

export type Outcome = {
  had: Vote
  value: Vote
  score: number
  /** The vote was written. Not where nothing was to change, or where another request was faster. */
  isChanged: boolean
}

/**
 * Casts a vote in one statement, so that no lock waits for this process: the vote, the score, what the author has of
 * it, and the notification. `wanted` null toggles. Null where the member may not know of the target.
 *
 * A statement sees the database as it was when it began; when it then waited for the target's lock, its look at the
 * member's vote may be old. Each write therefore holds only where the vote is still what it saw: otherwise nothing
 * happens, `isChanged` is false though `had` is not `value`, and the caller does it again.
 */
export const castVote = async (
  sql: AnySql,
  member: Member,
  target: Target,
  pressed: Vote,
  wanted: Vote | null,
): Promise<Outcome | null> => {
  const [table, column] = target.kind === 'post' ? ['posts', 'post_id'] : ['comments', 'comment_id']
  const voted = sql(column)
  const [row] = await sql<Outcome[]>`
    with target as materialized (${lockedTarget(sql, member, target)}),
    asked as materialized (
      select t.*, coalesce(v.value, 0) as had,
        coalesce(${wanted}::integer, case when v.value = ${pressed}::integer then 0 else ${pressed}::integer end) as has
      from target t left join votes v on v.${voted} = t.id and v.user_id = ${member.id}
    ), added as (
      insert into votes (user_id, ${voted}, value)
      select ${member.id}::integer, id, has from asked where had = 0 and has <> 0
      on conflict do nothing returning 1
    ), switched as (
      update votes v set value = a.has from asked a
      where v.${voted} = a.id and v.user_id = ${member.id} and v.value = a.had and a.has not in (0, a.had)
      returning 1
    ), removed as (
      delete from votes v using asked a
      where v.${voted} = a.id and v.user_id = ${member.id} and v.value = a.had and a.has = 0
      returning 1
    ), changed as materialized (
      select * from asked
      where exists (select from added) or exists (select from switched) or exists (select from removed)
    ), scored as (
      update ${sql(table)} t set score = t.score + c.has - c.had from changed c where t.id = c.id
      returning t.score
    ), credited as (
      update users u set karma = u.karma + c.has - c.had, total_upvotes = u.total_upvotes + c.upvotes,
        total_engagement = u.total_engagement + c.upvotes
      from (
        select *, case when counts then (has = 1)::integer - (had = 1)::integer else 0 end as upvotes from changed
      ) c
      where u.id = c.author and c.author <> ${member.id}
    ), told as (${addNotifications(
      sql,
      sql`select author, 'upvote', post, ${member.id}::integer, comment from changed where has = 1`,
    )})
    select a.had, a.has as value,
      coalesce((select score from scored), a.score) as score, c.id is not null as is_changed,
      ${pushed(sql, sql`told`)} as pushed
    from asked a left join changed c on c.id = a.id`
  return row ?? null
}

/** Holds the target still until the transaction ends; posts before comments before users, as everywhere. */
export const holdTarget = (sql: AnySql, member: Member, target: Target) => sql`
  select 1 from (${lockedTarget(sql, member, target)}) as target`

/** `counts`: an upvote counts for its author's totals. */
const lockedTarget = (sql: AnySql, member: Member, { kind, id }: Target): Fragment =>
  kind === 'post'
    ? sql`
      select p.id, p.user_id as author, p.score, not p.is_private as counts, p.id as post, null::integer as comment
      from posts p where p.id = ${id} and ${canTakePart(sql, member)} for no key update of p`
    : sql`
      select c.id, c.user_id as author, c.score, true as counts, c.post_id as post, c.id as comment
      from comments c join posts p on p.id = c.post_id
      where c.id = ${id} and not c.is_deleted and ${canTakePart(sql, member)} for no key update of c`

/** The member's vote on a post or a comment; null where they may know of neither. */
export const findVote = async (sql: Sql, member: Member, id: number): Promise<Vote | null> => {
  const [row] = await sql<{ value: Vote }[]>`
    select coalesce(v.value, 0) as value
    from (
      select p.id from posts p where p.id = ${id} and ${canSee(sql, member)}
      union all
      select c.id from comments c join posts p on p.id = c.post_id
      where c.id = ${id} and not c.is_deleted and ${canSee(sql, member)}
    ) item
    left join votes v on (v.post_id = item.id or v.comment_id = item.id) and v.user_id = ${member.id}`
  return row?.value ?? null
}
