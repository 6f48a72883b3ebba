import { HttpError } from '#core/http-error.ts'
import { MAX_SUBJECT_TEXT, type ModeratedSubject } from '#core/moderated-subject.ts'
import { paths } from '#core/paths.ts'
import { pick } from '#core/pick.ts'
import type { Member } from '#core/viewer.ts'
import type { Statement } from '#features/moderation/contract-statements.ts'
import { selectTakenCommentTexts } from '#features/moderation/server/case-items-query.ts'
import { type StatementRow, selectStatement } from '#features/moderation/server/statements-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { findSubject } from './moderated-subjects.ts'

/** Reads the statement of reasons of a decision. Throws 404 unless it is about the member or they see it as a moderator. */
export const readStatement = async (sql: Sql, member: Member, id: number): Promise<Statement> => {
  const row = await selectStatement(sql, member, id)
  if (!row) throw new HttpError('decision-not-found')
  const key = { kind: row.subjectKind, id: row.subjectId, version: row.subjectVersion }
  const subject = await findSubject(sql, null, key)
  const content = await readContent(sql, member, row, subject)
  return {
    content,
    ...pick(row, [
      'id',
      'subjectKind',
      'excerpt',
      'action',
      'reason',
      'words',
      'isLegal',
      'endsAt',
      'moderatorRole',
      'createdAt',
      'reversedAt',
      'reversalWords',
      'findings',
      'hasReports',
      'hasLegalNotices',
      'appeal',
      'appealEndsAt',
      'isOwn',
    ]),
    href: subject && (row.subjectKind === 'post' ? paths.postById(subject.id) : subject.href),
    canAppeal: row.isOwn && row.appeal === null && row.reversedAt === null && row.isInTime,
  }
}

/** What was removed and is on no page that its author can open; '' if there is no such text. */
const readContent = async (
  sql: Sql,
  member: Member,
  row: StatementRow,
  subject: ModeratedSubject | null,
): Promise<string> => {
  const { action, subjectKind, caseId, isOwn, authorId, before } = row
  if (action === 'remove-all' || (action === 'hide' && subjectKind === 'member')) {
    const memberId = isOwn ? member.id : authorId
    return memberId === null ? '' : selectTakenCommentTexts(sql, { caseId, memberId }, MAX_SUBJECT_TEXT)
  }
  // The texts of a removed report of a result are kept in the decision.
  const { texts } = before as { texts?: { note: string; example: string } }
  if (texts) return [texts.note, texts.example].filter((text) => text !== '').join('\n\n')
  return subjectKind === 'comment' || subjectKind === 'suggested-edit' ? (subject?.text ?? '') : ''
}
