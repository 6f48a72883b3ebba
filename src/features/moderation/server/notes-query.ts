import type { Member } from '#core/viewer.ts'
import type { AnySql } from '#server/database/connect.ts'
import type { ModerationNote } from '../contract.ts'

const MAX_NOTES = 100

export const selectNotes = (sql: AnySql, on: { caseId: number } | { memberId: number }) => sql<
  ModerationNote[]
>`
  select id, author_name as author, words, created_at from moderation_notes
  where ${'caseId' in on ? sql`case_id = ${on.caseId}` : sql`member_id = ${on.memberId}`}
  order by id desc limit ${MAX_NOTES}`

type NewNote = { words: string; requestKey?: string | undefined }

/** Stores a note, or returns the one that an earlier request with the same key has stored. */
export const insertNote = async (
  sql: AnySql,
  author: Member,
  on: { caseId: number } | { memberId: number },
  { words, requestKey }: NewNote,
): Promise<ModerationNote> => {
  const { caseId = null, memberId = null } = { caseId: undefined, memberId: undefined, ...on }
  const [row] = await sql<ModerationNote[]>`
    insert into moderation_notes as n (case_id, member_id, author_id, author_name, words, request_key)
    values (${caseId}, ${memberId}, ${author.id}, ${author.username}, ${words}, ${requestKey ?? null}::uuid)
    on conflict (author_id, request_key, coalesce(case_id, -member_id)) where request_key is not null
      do update set words = n.words
    returning id, author_name as author, words, created_at`
  if (!row) throw new Error('No note was stored')
  return row
}
