import { HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import { pick } from '#core/pick.ts'
import type { Member } from '#core/viewer.ts'
import type { Statement } from '#features/moderation/contract-statements.ts'
import { type StatementRow, selectStatement } from '#features/moderation/server/statements-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { findSubject } from './moderated-subjects.ts'

/** Reads the statement of reasons of a decision. Throws 404 unless it is about the member or they see it as a moderator. */
export const readStatement = async (sql: Sql, member: Member, id: number): Promise<Statement> => {
  const row = await selectStatement(sql, member, id)
  if (!row) throw new HttpError('decision-not-found')
  const key = { kind: row.subjectKind, id: row.subjectId, version: row.subjectVersion }
  const subject = await findSubject(sql, null, key)
  return {
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
    content: listRemovedTexts(row) || (row.subjectKind === 'comment' ? (subject?.text ?? '') : ''),
    href: subject && (row.subjectKind === 'post' ? paths.postById(subject.id) : subject.href),
    canAppeal: row.isOwn && row.appeal === null && row.reversedAt === null && row.isInTime,
  }
}

/** The texts of a removed report of a result are kept in the decision. */
const listRemovedTexts = ({ before }: StatementRow): string => {
  const { texts } = before as { texts?: { note: string; example: string } }
  return texts ? [texts.note, texts.example].filter((text) => text !== '').join('\n\n') : ''
}
