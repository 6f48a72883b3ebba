import { HttpError } from '#core/http-error.ts'
import type { ModeratedSubject } from '#core/moderated-subject.ts'
import { pick } from '#core/pick.ts'
import { truncateText } from '#core/text.ts'
import type { Member } from '#core/viewer.ts'
import { selectStanding } from '#features/members/server/members-query.ts'
import type * as contract from '#features/moderation/contract.ts'
import { MAX_EARLIER_TEXTS } from '#features/moderation/contract-values.ts'
import { getModeratorRole, listPossibleActions, replacesWhatIsRead } from '#features/moderation/policy.ts'
import { selectModeratedTexts } from '#features/moderation/server/moderated-texts-query.ts'
import { selectNotes } from '#features/moderation/server/notes-query.ts'
import * as store from '#features/moderation/server/store.ts'
import { parseSubjectLink } from '#features/moderation/server/subject-link.ts'
import { selectHiddenText } from '#features/posts/server/hidden-text-query.ts'
import { selectPostSubject } from '#features/posts/server/restrictions-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { findSubject, isReadableNow } from './moderated-subjects.ts'
import { readWaiting } from './read-waiting.ts'

/**
 * Reads a case with its context. Throws 404 if the moderator does not see it. Of a case about their own content or account,
 * a moderator reads no reports, notes or names, as little as any other author. Moderators of topics do not read who has
 * reported.
 */
export const readCase = async (sql: Sql, member: Member, id: number): Promise<contract.CaseDetails> => {
  const found = await store.selectCase(sql, member, id)
  if (!found) throw new HttpError('case-not-found')
  const key = { kind: found.subjectKind, id: found.subjectId, version: found.subjectVersion }
  const authorId = found.author?.id ?? null
  const author = authorId === null ? null : await selectStanding(sql, authorId)
  const subject = await findSubject(sql, null, key)
  const isOfSite = getModeratorRole(member) !== 'topic-moderator'
  const isOwn = authorId === member.id
  const texts = await selectModeratedTexts(sql, member, key)
  const isReadable =
    subject !== null && (await isReadableNow(sql, member, { ...key, subject, isOpen: found.isOpen }, texts))
  const isLinkHidden = found.subjectKind === 'collection' && subject?.isPrivate === true && !member.isAdmin
  const decisions = await store.selectDecisionsAbout(sql, member, key)
  return {
    ...found,
    subject: subject && (await describeSubject(sql, member, found, { subject, isReadable })),
    post: await readPostOf(sql, member, found),
    hiddenText:
      found.subjectKind === 'post' && isReadable
        ? ((await selectHiddenText(sql, [found.subjectId])).get(found.subjectId) ?? [])
        : [],
    reports: isOwn
      ? []
      : (await store.selectReportsOfCase(sql, id))
          .map(isOfSite ? withoutLink : withoutNames)
          .map((report) => (isLinkHidden ? { ...report, url: '' } : report)),
    earlierTexts: isOwn
      ? []
      : texts.filter(({ revision }) => revision !== subject?.revision).slice(0, MAX_EARLIER_TEXTS),
    decisions: isOwn ? decisions.map((decision) => ({ ...decision, moderator: '' })) : decisions,
    authorDecisions:
      author && !isOwn ? await store.selectDecisionsAboutAuthor(sql, member, author.id, id) : [],
    notes: isOwn ? [] : await selectNotes(sql, { caseId: id }),
    authorNotes: author && isOfSite && !isOwn ? await selectNotes(sql, { memberId: author.id }) : [],
    actions: listPossibleActions(member, author, {
      kind: found.subjectKind,
      exists: subject !== null,
    }).filter((action) => isReadable || !replacesWhatIsRead(action)),
  }
}

type Shown = { subject: ModeratedSubject; isReadable: boolean }

const describeSubject = async (
  sql: Sql,
  { isAdmin }: Member,
  { subjectKind, excerpt }: Pick<contract.ModerationCase, 'subjectKind' | 'excerpt'>,
  { subject, isReadable }: Shown,
): Promise<contract.CaseSubject> => ({
  ...pick(subject, ['text', 'exampleFiles', 'tags', 'labels', 'isVisible', 'revision']),
  ...(!isReadable && { text: '', exampleFiles: [], tags: [], labels: [] }),
  // Moderators cannot open the page of a private post, also while it is restricted, and a link shows what is written later.
  href: isAdmin || !subject.isPrivate ? subject.href : null,
  title: isReadable ? subject.excerpt : excerpt,
  isReadable,
  isWaiting: (await readWaiting(sql, subjectKind, subject)) !== null,
})

/** Leaves out the address of a legal notice if it is a private link, which gives access to a post. */
const withoutLink = (report: contract.CaseReport): contract.CaseReport => {
  const link = URL.canParse(report.url) ? parseSubjectLink(new URL(report.url)) : null
  return link && 'post' in link && 'privateId' in link.post ? { ...report, url: '' } : report
}

/**
 * Leaves out who has reported. Moderators of topics decide about what is reported, and who has sent a legal notice, or
 * reported somebody whom they may know, is for those who answer for the site (decision 190).
 */
const withoutNames = (report: contract.CaseReport): contract.CaseReport => ({
  ...withoutLink(report),
  reporter: null,
  name: '',
  email: null,
})

/** The number of characters of a post that moderators read beside a comment on it. */
const MAX_CONTEXT = 500

const readPostOf = async (
  sql: Sql,
  { isAdmin }: Member,
  { subjectKind, postId }: Pick<contract.ModerationCase, 'subjectKind' | 'postId'>,
): Promise<contract.CaseDetails['post']> => {
  if (postId === null || !['comment', 'suggested-edit', 'result'].includes(subjectKind)) return null
  const post = await selectPostSubject(sql, null, postId)
  if (!post || (post.isPrivate && !isAdmin)) return null
  const { excerpt: title, text, href } = post
  return { title, href, text: href === null ? '' : truncateText(text, MAX_CONTEXT) }
}
