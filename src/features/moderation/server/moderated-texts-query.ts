import type { ModeratedSubject } from '#core/moderated-subject.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { ModeratedText } from '../contract.ts'
import { APPEAL_DAYS, type SubjectKind } from '../contract-values.ts'
import type { SubjectKey } from './case-query.ts'

/** An SQL statement, for the `with` of another one, that stores what a subject says now, unless that is stored already. */
export const insertModeratedText = (
  sql: AnySql,
  kind: SubjectKind,
  { id, version, revision, authorId, excerpt, text }: ModeratedSubject,
): SqlFragment => sql`
  insert into moderated_texts (subject_kind, subject_id, subject_version, revision, author_id, title, text)
  values (${kind}, ${id}, ${version}, ${revision}, ${authorId}, ${excerpt}, ${text}) on conflict do nothing`

const MAX_TEXTS = 10

/** Lists what a subject said when it was reported or decided about, newest first, except as it is now. */
export const selectModeratedTexts = (
  sql: AnySql,
  { kind, id, version }: SubjectKey,
  currentRevision: string | null,
) => sql<ModeratedText[]>`
  select revision, title, text, created_at from moderated_texts
  where subject_kind = ${kind} and subject_id = ${id} and subject_version = ${version}
    and revision is distinct from ${currentRevision}
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
        order by t.created_at limit ${max})`
  ).count
