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

export const insertNote = async (
  sql: AnySql,
  author: Member,
  on: { caseId: number } | { memberId: number },
  words: string,
): Promise<ModerationNote> => {
  const { caseId = null, memberId = null } = { caseId: undefined, memberId: undefined, ...on }
  const [row] = await sql<ModerationNote[]>`
    insert into moderation_notes (case_id, member_id, author_id, author_name, words)
    values (${caseId}, ${memberId}, ${author.id}, ${author.username}, ${words})
    returning id, author_name as author, words, created_at`
  if (!row) throw new Error('No note was stored')
  return row
}
