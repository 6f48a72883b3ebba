import type { PostRestriction } from '#core/post-restrictions.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'

type ItemKind = 'member' | 'post' | 'comment'

/** Records what a case is about besides its subject. Returns what is new. */
export const insertCaseItems = async (
  tx: AnySql,
  caseId: number,
  kind: ItemKind,
  ids: readonly number[],
): Promise<number[]> => {
  const rows = await tx<{ itemId: number }[]>`
    insert into moderation_case_items (case_id, kind, item_id)
    select ${caseId}::integer, ${kind}::text, unnest(${[...ids]}::integer[]) on conflict do nothing returning item_id`
  return rows.map(({ itemId }) => itemId)
}

/** A post as it was when it was taken away. */
export type CasePost = { id: number; restriction: PostRestriction | null }

/** Records which posts were taken away for a case, and why readers did not see them before. */
export const insertCasePosts = (tx: AnySql, caseId: number, posts: readonly CasePost[]) => tx`
  insert into moderation_case_items (case_id, kind, item_id, restriction)
  select ${caseId}::integer, 'post', id, restriction
  from unnest(${posts.map(({ id }) => id)}::integer[], ${posts.map(({ restriction }) => restriction)}::text[]) as taken (id, restriction)
  on conflict do nothing`

type Taken = { caseId: number; memberId?: number | undefined }

/**
 * Lists posts that were taken away for a case: all of them, or those of one member. `restriction` is null for one about which
 * no other case is open, because nobody would decide about it any more.
 */
export const selectCasePosts = (tx: AnySql, { caseId, memberId }: Taken, max: number) => tx<CasePost[]>`
  select item_id as id, case when exists (
    select from moderation_cases c where c.subject_kind = 'post' and c.subject_id = i.item_id and c.is_open) then restriction end as restriction
  from moderation_case_items i
  where case_id = ${caseId} and kind = 'post' ${memberId === undefined ? tx`` : tx`and ${isOf(tx, 'post', memberId)}`}
  order by item_id limit ${max}`

/** Lists comments that were taken away for a case: all of them, or those of one member. */
export const selectCaseComments = async (
  tx: AnySql,
  { caseId, memberId }: Taken,
  max: number,
): Promise<number[]> => {
  const rows = await tx<{ itemId: number }[]>`
    select item_id from moderation_case_items i
    where case_id = ${caseId} and kind = 'comment' ${memberId === undefined ? tx`` : tx`and ${isOf(tx, 'comment', memberId)}`}
    order by item_id limit ${max}`
  return rows.map(({ itemId }) => itemId)
}

/** Lists posts or comments of a member that were taken away for a case, by id, also those whose author has deleted them since. */
export const selectTakenItems = async (
  sql: AnySql,
  { caseId, memberId }: { caseId: number; memberId: number },
  kind: 'post' | 'comment',
  max: number,
): Promise<number[]> => {
  const rows = await sql<{ itemId: number }[]>`
    select item_id from moderation_case_items i
    where case_id = ${caseId} and kind = ${kind} and (${isOf(sql, kind, memberId)} or exists (
      select from moderated_texts t
      where t.subject_kind = i.kind and t.subject_id = i.item_id and t.subject_version = 0 and t.author_id = ${memberId}))
    order by item_id limit ${max}`
  return rows.map(({ itemId }) => itemId)
}

const isOf = (sql: AnySql, kind: 'post' | 'comment', memberId: number): SqlFragment =>
  kind === 'post'
    ? sql`exists (select from posts where id = i.item_id and user_id = ${memberId})`
    : sql`exists (select from restricted_comments where comment_id = i.item_id and user_id = ${memberId})`

/** More accounts than a wave has, as a bound of lists. */
export const MAX_CASE_MEMBERS = 10_000

/** Lists the accounts of a case with which something is wrong, or those with which nothing is. */
export const selectCaseMembers = async (
  sql: AnySql,
  caseId: number,
  max: number,
  { areCleared = false } = {},
): Promise<number[]> => {
  const rows = await sql<{ itemId: number }[]>`
    select item_id from moderation_case_items
    where case_id = ${caseId} and kind = 'member' and (cleared_at is not null) = ${areCleared}
    order by item_id limit ${max}`
  return rows.map(({ itemId }) => itemId)
}

/** Returns whether an account still belongs to a case. */
export const isCaseMember = async (sql: AnySql, caseId: number, memberId: number): Promise<boolean> =>
  (
    await sql`
      select from moderation_case_items
      where case_id = ${caseId} and kind = 'member' and item_id = ${memberId} and cleared_at is null`
  ).length > 0

/** Says that nothing wrong was found with the accounts of a case, or with one of them; or that this was an error. */
export const updateIsCleared = (
  tx: AnySql,
  { caseId, memberId }: { caseId: number; memberId?: number },
  isCleared: boolean,
) => tx`
  update moderation_case_items set cleared_at = ${isCleared ? tx`now()` : tx`null`}
  where case_id = ${caseId} and kind = 'member' ${memberId === undefined ? tx`` : tx`and item_id = ${memberId}`}`

export const deleteCaseItems = (tx: AnySql, caseId: number, kind: ItemKind, ids: readonly number[]) => tx`
  delete from moderation_case_items where case_id = ${caseId} and kind = ${kind} and item_id = any(${[...ids]}::integer[])`

/** Returns the open case that names one of these members already. */
export const selectWaveCase = async (tx: AnySql, members: readonly number[]): Promise<number | null> => {
  const [row] = await tx<{ caseId: number }[]>`
    select i.case_id from moderation_case_items i join moderation_cases c on c.id = i.case_id
    where i.kind = 'member' and i.item_id = any(${[...members]}::integer[]) and c.is_open
    order by i.case_id limit 1`
  return row?.caseId ?? null
}

/** Adds what was found to the findings of a case. */
export const addFinding = (tx: AnySql, caseId: number, finding: string) => tx`
  update moderation_cases set findings = findings || ${finding}::text where id = ${caseId} and not ${finding}::text = any(findings)`

/** Returns the decision by which no person has taken the wave of a case away; null if there is none in force. */
export const selectAutomaticDecision = async (tx: AnySql, caseId: number): Promise<number | null> => {
  const [row] = await tx<{ id: number }[]>`
    select id from moderation_decisions
    where case_id = ${caseId} and action = 'hide' and moderator_role = 'automatic' and reversed_at is null
    order by id desc limit 1`
  return row?.id ?? null
}

/** Returns whether posts, comments or votes have been taken away for the case. */
export const hasTakenItems = async (tx: AnySql, caseId: number): Promise<boolean> =>
  (
    await tx`
      select where exists (select from moderation_case_items where case_id = ${caseId} and kind <> 'member')
        or exists (select from set_aside_votes where case_id = ${caseId})`
  ).length > 0

/** Returns those of these members whom another decision, which is in force and has not ended, suspends. */
export const selectSuspendedByOthers = async (
  tx: AnySql,
  decisionId: number,
  members: readonly number[],
): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    select m.id from unnest(${[...members]}::integer[]) as m (id)
    where exists (
      select from moderation_decisions l join moderation_cases c on c.id = l.case_id
      where l.id <> ${decisionId} and l.reversed_at is null and (l.ends_at is null or l.ends_at > now())
        and ((l.action in ('suspend', 'remove-all') and c.author_id = m.id)
          or (l.action = 'remove-all' and exists (
            select from moderation_case_items i
            where i.case_id = c.id and i.kind = 'member' and i.item_id = m.id and i.cleared_at is null))))`
  return rows.map(({ id }) => id)
}
