import type { ModeratedSubject } from '#core/moderated-subject.ts'
import type { Member } from '#core/viewer.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { ModeratedText } from '../contract.ts'
import { APPEAL_DAYS, MAX_EARLIER_TEXTS, type SubjectKind } from '../contract-values.ts'
import type { SubjectKey } from './case-query.ts'

/**
 * An SQL statement, for the `with` of another one, that stores what a subject says now. If it is stored already, it
 * becomes readable for moderators once it is stored for them too, and a stored beginning is replaced by the whole text.
 */
export const insertModeratedText = (
  sql: AnySql,
  kind: SubjectKind,
  { id, version, revision, authorId, excerpt, text }: ModeratedSubject,
  isForAdmins: SqlFragment = sql`false`,
): SqlFragment => sql`
  insert into moderated_texts as m (subject_kind, subject_id, subject_version, revision, author_id, title, text, is_for_admins)
  values (${kind}, ${id}, ${version}, ${revision}, ${authorId}, ${excerpt}, ${text}, ${isForAdmins})
  on conflict (subject_kind, subject_id, subject_version, revision) do update
    set is_for_admins = m.is_for_admins and excluded.is_for_admins, text = excluded.text
    where m.is_for_admins and not excluded.is_for_admins or length(m.text) < length(excluded.text)`

/** The number of characters of a text that is stored because everything of its author is removed. */
const MAX_REMOVED_TEXT = 2_000

/**
 * Stores what posts or comments say that are removed with everything of their author, who can delete them: the title and
 * the beginning of each. What some people alone can read is stored for admins.
 */
export const insertRemovedTexts = (
  tx: AnySql,
  kind: 'post' | 'comment',
  subjects: readonly ModeratedSubject[],
) => tx`
  insert into moderated_texts (subject_kind, subject_id, subject_version, revision, author_id, title, text, is_for_admins)
  select ${kind}::text, id, 0, revision, author_id, title, left(text, ${MAX_REMOVED_TEXT}::integer), is_private
  from unnest(${subjects.map(({ id }) => id)}::integer[], ${subjects.map(({ revision }) => revision)}::text[],
    ${subjects.map(({ authorId }) => authorId)}::integer[], ${subjects.map(({ excerpt }) => excerpt)}::text[],
    ${subjects.map(({ text }) => text)}::text[], ${subjects.map(({ isPrivate }) => isPrivate)}::boolean[])
    as removed (id, revision, author_id, title, text, is_private)
  on conflict do nothing`

type RemovedText = { id: number; title: string; text: string }

/** Returns what each of these posts or comments of a member said last, as far as the moderator sees it, by id. */
export const selectRemovedTexts = (
  sql: AnySql,
  viewer: Member,
  { kind, ids, authorId }: { kind: 'post' | 'comment'; ids: readonly number[]; authorId: number },
) => sql<RemovedText[]>`
  select distinct on (subject_id) subject_id as id, title, text from moderated_texts
  where subject_kind = ${kind} and subject_id = any(${[...ids]}::integer[]) and subject_version = 0 and author_id = ${authorId}
    ${viewer.isAdmin ? sql`` : sql`and not is_for_admins`}
  order by subject_id, created_at desc, revision`

/** One more than a case shows, because one of them can be what the subject says now. */
const MAX_TEXTS = MAX_EARLIER_TEXTS + 1

/** Lists what a subject said when it was reported or decided about, newest first, as far as the moderator sees the cases. */
export const selectModeratedTexts = (sql: AnySql, member: Member, { kind, id, version }: SubjectKey) => sql<
  ModeratedText[]
>`
  select revision, title, text, created_at from moderated_texts
  where subject_kind = ${kind} and subject_id = ${id} and subject_version = ${version}
    ${member.isAdmin ? sql`` : sql`and not is_for_admins`}
  order by created_at desc, revision limit ${MAX_TEXTS}`

/**
 * Deletes up to `max` texts that are as old as the time for an appeal, unless a case about the same subject is open, a
 * decision about it was made or undone within that time, or an appeal waits. Returns their number.
 */
export const forgetModeratedTexts = async (tx: AnySql, max: number): Promise<number> =>
  (
    await tx`
      delete from moderated_texts where (subject_kind, subject_id, subject_version, revision) in (
        select t.subject_kind, t.subject_id, t.subject_version, t.revision from moderated_texts t
        where t.created_at < now() - ${APPEAL_DAYS}::integer * interval '1 day' and not exists (
          select from moderation_cases c left join moderation_decisions d on d.case_id = c.id
          where (c.subject_kind, c.subject_id, c.subject_version) = (t.subject_kind, t.subject_id, t.subject_version)
            and (c.is_open or greatest(d.created_at, d.reversed_at) > now() - ${APPEAL_DAYS}::integer * interval '1 day'
              or exists (select from appeals a where a.decision_id = d.id and a.answered_at is null)))
          and not exists (
            select from moderation_case_items i join moderation_decisions d on d.case_id = i.case_id
            join appeals a on a.decision_id = d.id
            where i.kind = t.subject_kind and i.item_id = t.subject_id and a.answered_at is null)
        order by t.created_at limit ${max})`
  ).count
