import type { Member } from '#core/viewer.ts'
import { incrementCommentScores } from '#features/comments/server/comment-counters-query.ts'
import { andNotBlocked, andNotHiddenByBlock } from '#features/members/server/blocks-query.ts'
import {
  contributionColumns,
  contributionDifference,
  voteContribution,
} from '#features/members/server/contributions-query.ts'
import { addToMemberCounters } from '#features/members/server/member-counters-query.ts'
import {
  insertNotifications,
  publishAndCountNotifications,
} from '#features/notifications/server/notify-query.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import { addToPostCounters } from '#features/posts/server/post-counters-query.ts'
import { canParticipateInPost, canSeePost } from '#features/posts/server/visibility-query.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import { cacheFragment } from '#server/database/fragments.ts'
import type { VoteValue } from '../contract.ts'

/** The post or comment to vote on. Posts and comments share one id sequence, but the SQL depends on the kind. */
export type VoteTarget = { kind: 'post' | 'comment'; id: number }

export type VoteOutcome = {
  had: VoteValue
  value: VoteValue
  score: number
  /** True if the vote was written. False if nothing had to change, or if a concurrent request came first. */
  isChanged: boolean
}

/**
 * Sets, switches or removes a vote in one SQL statement so that no row lock is held across a round trip.
 * Updates the vote, the target's score, the author's counts and the notification together. `result` is the
 * desired vote; null toggles. Returns null if the member cannot see the target.
 *
 * A statement sees the snapshot from its start, so its view of the member's vote may be stale after waiting
 * for the target's lock. Each write therefore checks that the vote is still the one it saw. If it is not,
 * nothing is written: the caller sees that `isChanged` is false although `had` differs from `value`, and
 * tries again.
 */
export const applyVote = async (
  sql: AnySql,
  member: Member,
  target: VoteTarget,
  value: VoteValue,
  result: VoteValue | null,
): Promise<VoteOutcome | null> => {
  const targetColumn = sql(`${target.kind}_id`)
  const addScore = target.kind === 'post' ? addToPostCounters : incrementCommentScores
  const [row] = await sql<VoteOutcome[]>`
    with target as materialized (${lockedTarget(sql, member, target)}),
    desired as materialized (
      select t.*, coalesce(v.value, 0) as had,
        coalesce(${result}::integer, case when v.value = ${value}::integer then 0 else ${value}::integer end) as has
      from target t left join votes v on v.${targetColumn} = t.id and v.user_id = ${member.id}
    ), added as (
      insert into votes (user_id, ${targetColumn}, post_version, value)
      select ${member.id}::integer, id, version, has from desired where had = 0 and has <> 0
      on conflict do nothing returning 1
    ), switched as (
      update votes v set value = d.has, post_version = d.version from desired d
      where v.${targetColumn} = d.id and v.user_id = ${member.id} and v.value = d.had and d.has not in (0, d.had)
      returning 1
    ), removed as (
      delete from votes v using desired d
      where v.${targetColumn} = d.id and v.user_id = ${member.id} and v.value = d.had and d.has = 0
      returning 1
    ), changed as materialized (
      select id, author, post, comment, has, ${voteContributionColumns(sql, target)} from desired
      where exists (select from added) or exists (select from switched) or exists (select from removed)
    ), scored as (
      ${addScore(sql, sql`select * from changed`)}
    ), credited as (
      ${addToMemberCounters(sql, sql`select * from changed`)}
    ), notified as (${insertNotifications(
      sql,
      sql`select author, 'upvote', post, ${member.id}::integer, comment from changed where has = 1`,
    )})
    select d.had, d.has as value,
      coalesce((select score from scored), d.score) as score, c.id is not null as is_changed,
      ${publishAndCountNotifications(sql, sql`notified`)} as pushed
    from desired d left join changed c on c.id = d.id`
  return row ?? null
}

/** Locks the target until the transaction ends. All transactions lock posts first, then comments, then users. */
export const lockVoteTarget = (sql: AnySql, member: Member, target: VoteTarget) => sql`
  select 1 from (${lockedTarget(sql, member, target)}) as target`

/** Returns the changes to the stored counts that result from changing a vote from `had` to `has`. */
const voteContributionColumns = (sql: AnySql, { kind }: VoteTarget): SqlFragment =>
  cacheFragment(sql, `vote on a ${kind}`, () => {
    const deltas = (value: SqlFragment) =>
      voteContribution(sql, kind, { value, isOwn: sql`is_own`, isPrivate: sql`is_private` })
    const to = { member: sql`author`, [kind]: sql`id` }
    return contributionColumns(sql, to, contributionDifference(sql, deltas(sql`has`), deltas(sql`had`)))
  })

const lockedTarget = (sql: AnySql, member: Member, { kind, id }: VoteTarget): SqlFragment =>
  kind === 'post'
    ? sql`
      select p.id, p.user_id as author, p.user_id = ${member.id} as is_own, p.score, p.is_private, p.id as post,
        null::integer as comment, p.version
      from posts p where p.id = ${id} and ${canParticipateInPost(sql, member)} for no key update of p`
    : sql`
      select c.id, c.user_id as author, c.user_id = ${member.id} as is_own, c.score, p.is_private,
        c.post_id as post, c.id as comment, null::integer as version
      from comments c ${joinPost(sql, sql`c.post_id`)}
      where c.id = ${id} and not c.is_deleted and ${canParticipateInPost(sql, member)}
        ${andNotBlocked(sql, member, sql`c.user_id`)} for no key update of c`

/**
 * `postVersion` is null for a comment, if there is no vote, and for votes that were cast before posts had
 * versions.
 */
type CastVote = { value: VoteValue; postVersion: number | null }

/** Returns the member's vote on a post or a comment, or null if they cannot see it. */
export const selectVote = async (sql: Sql, member: Member, id: number): Promise<CastVote | null> => {
  const [row] = await sql<CastVote[]>`
    select coalesce(v.value, 0) as value, v.post_version
    from (
      select p.id from posts p where p.id = ${id} and ${canSeePost(sql, member)}
      union all
      select c.id from comments c ${joinPost(sql, sql`c.post_id`)}
      where c.id = ${id} and not c.is_deleted and ${canSeePost(sql, member)} ${andNotHiddenByBlock(sql, member, sql`c.user_id`)}
    ) item
    left join votes v on (v.post_id = item.id or v.comment_id = item.id) and v.user_id = ${member.id}`
  return row ?? null
}

/** Counts the votes on others than the target that a member has cast within the last day and not taken back. */
export const countRecentVotes = async (
  sql: AnySql,
  userId: number,
  { kind, id }: VoteTarget,
): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from votes
    where user_id = ${userId} and created_at > now() - interval '1 day' and ${sql(`${kind}_id`)} is distinct from ${id}`
  return row?.count ?? 0
}

/** Counts upvotes and downvotes together, over all given posts. */
export const countPostVotes = async (sql: AnySql, postIds: readonly number[]): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from votes where post_id = any(${[...postIds]}::integer[])`
  return row?.count ?? 0
}

export const voteExport = defineExportSection(
  'votes',
  (sql, user, after) => sql`
    select id, post_id, post_version, comment_id, value, created_at from votes where user_id = ${user} and id > ${after}`,
)

export const setAsideVoteExport = defineExportSection(
  'setAsideVotes',
  (sql, user, after) => sql`
    select id, post_id, comment_id, value, created_at from set_aside_votes where user_id = ${user} and id > ${after}`,
)
