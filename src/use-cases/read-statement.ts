import { HttpError } from '#core/http-error.ts'
import { MAX_SUBJECT_TEXT, type ModeratedSubject } from '#core/moderated-subject.ts'
import { paths } from '#core/paths.ts'
import { pick } from '#core/pick.ts'
import { truncateText } from '#core/text.ts'
import type { Member } from '#core/viewer.ts'
import { selectCommentSubjects } from '#features/comments/server/restrictions-query.ts'
import type { Statement } from '#features/moderation/contract-statements.ts'
import { selectTakenItems } from '#features/moderation/server/case-items-query.ts'
import {
  selectModeratedTexts,
  selectRemovedTexts,
} from '#features/moderation/server/moderated-texts-query.ts'
import { type StatementRow, selectStatement } from '#features/moderation/server/statements-query.ts'
import { selectPostTitles } from '#features/posts/server/restrictions-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { findSubject } from './moderated-subjects.ts'

/** Reads the statement of reasons of a decision. Throws 404 unless it is about the member or they see it as a moderator. */
export const readStatement = async (sql: Sql, member: Member, id: number): Promise<Statement> => {
  const row = await selectStatement(sql, member, id)
  if (!row) throw new HttpError('decision-not-found')
  const key = { kind: row.subjectKind, id: row.subjectId, version: row.subjectVersion }
  const subject = await findSubject(sql, null, key)
  return {
    ...(await readContent(sql, member, row, subject)),
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
    href: subject && getHref(member, row, subject),
    canAppeal: row.isOwn && row.appeal === null && row.reversedAt === null && row.isInTime,
  }
}

/** Returns the page of a subject, if it has one that the member can open. */
const getHref = (
  { isAdmin }: Member,
  { subjectKind, isOwn }: StatementRow,
  { id, href, isPrivate }: ModeratedSubject,
): string | null => {
  if (subjectKind === 'post' && isOwn) return paths.postById(id)
  return isOwn || isAdmin || !isPrivate ? href : null
}

type Content = Pick<Statement, 'content' | 'posts'>

/** What was removed and is on no page that its author can open; '' if there is no such text. */
const readContent = async (
  sql: Sql,
  member: Member,
  row: StatementRow,
  subject: ModeratedSubject | null,
): Promise<Content> => {
  const { action, subjectKind, isOwn, before } = row
  if (action === 'remove-all' || (action === 'hide' && subjectKind === 'member'))
    return readTaken(sql, member, row)
  // The texts of a removed report of a result are kept in the decision.
  const { texts } = before as { texts?: { note: string; example: string } }
  const isReadable = isOwn || member.isAdmin || subject?.isPrivate === false
  if (texts) {
    const removed = [texts.note, texts.example].filter((text) => text !== '').join('\n\n')
    return withoutPosts(isReadable ? removed : await readReported(sql, member, row))
  }
  if (!subject || (subjectKind !== 'comment' && subjectKind !== 'suggested-edit')) return withoutPosts('')
  if (isReadable) return withoutPosts(subject.text)
  // What was given back to those who can read a private post is not for moderators any longer.
  return withoutPosts(subject.isVisible ? '' : await readReported(sql, member, row))
}

/** What a subject said when it was reported last, because its author may have written something else in private since. */
const readReported = async (
  sql: Sql,
  member: Member,
  { subjectKind: kind, subjectId: id, subjectVersion: version }: StatementRow,
): Promise<string> => {
  const [text] = await selectModeratedTexts(sql, member, { kind, id, version })
  return text?.text ?? ''
}

const withoutPosts = (content: string): Content => ({ content, posts: [] })

/** The number of posts and of comments that a statement shows of everything that was taken away from an account. */
const MAX_TAKEN = 50

/**
 * What was taken away from one account: the posts, which can be opened, and what the comments said. Moderators also read the
 * beginning of what its author has deleted since, and nothing that was written for a few people.
 */
const readTaken = async (
  sql: Sql,
  member: Member,
  { isOwn, caseId, authorId: author }: StatementRow,
): Promise<Content> => {
  const authorId = isOwn ? member.id : author
  if (authorId === null) return withoutPosts('')
  const isShown = (subject: Pick<ModeratedSubject, 'authorId' | 'isVisible' | 'isPrivate'>) =>
    subject.authorId === authorId && !subject.isVisible && (isOwn || member.isAdmin || !subject.isPrivate)
  const readStored = (kind: 'post' | 'comment', ids: readonly number[]) =>
    isOwn || ids.length === 0 ? [] : selectRemovedTexts(sql, member, { kind, ids, authorId })
  const select = (kind: 'post' | 'comment') =>
    selectTakenItems(sql, { caseId, memberId: authorId }, kind, MAX_TAKEN)

  const postIds = await select('post')
  const posts = await selectPostTitles(sql, postIds)
  const deleted = await readStored('post', withoutFound(postIds, posts))
  const commentIds = await select('comment')
  const comments = await selectCommentSubjects(sql, null, commentIds)
  const deletedComments = await readStored('comment', withoutFound(commentIds, comments))
  const texts = [
    ...deleted.map(({ title, text }) => `${title}\n${text}`),
    ...[...comments.filter(isShown), ...deletedComments].sort(byId).map(({ text }) => text),
  ]
  return {
    content: truncateText(texts.join('\n\n'), MAX_SUBJECT_TEXT),
    posts: posts.filter(isShown).map(({ id, title }) => ({ title, href: paths.postById(id) })),
  }
}

const withoutFound = (ids: readonly number[], found: readonly { id: number }[]): number[] =>
  ids.filter((id) => !found.some((each) => each.id === id))

const byId = (one: { id: number }, other: { id: number }): number => one.id - other.id
