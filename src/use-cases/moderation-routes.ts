import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { ModeratedSubject } from '#core/moderated-subject.ts'
import { pick } from '#core/pick.ts'
import { truncateText } from '#core/text.ts'
import type { Member } from '#core/viewer.ts'
import { selectStanding } from '#features/members/server/members-query.ts'
import * as contract from '#features/moderation/contract.ts'
import * as reports from '#features/moderation/contract-reports.ts'
import type { SubjectKind } from '#features/moderation/contract-values.ts'
import { getModeratorRole, listPossibleActions } from '#features/moderation/policy.ts'
import {
  findOrOpenCase,
  lockCase,
  selectCaseRow,
  updateClaim,
} from '#features/moderation/server/case-query.ts'
import { selectModeratedTexts } from '#features/moderation/server/moderated-texts-query.ts'
import { selectNotes } from '#features/moderation/server/notes-query.ts'
import * as store from '#features/moderation/server/store.ts'
import { parseSubjectLink } from '#features/moderation/server/subject-link.ts'
import { selectHiddenText } from '#features/posts/server/hidden-text-query.ts'
import { selectPostSubject } from '#features/posts/server/restrictions-query.ts'
import type { Database, Sql } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { decideCase, isWaitingPost, requireClaimable } from './decide-case.ts'
import { listOwnReports } from './list-own-reports.ts'
import { findReferredSubject, findSubject } from './moderated-subjects.ts'
import { reportContent } from './report-content.ts'
import { reverseDecision } from './reverse-decision.ts'

/** Registers reports and what moderators do with them (docs/spec/moderation.md). */
export const moderationUseCaseRoutes = (
  app: FastifyInstance,
  { database: { sql } }: { database: Database },
): void => {
  const resources = { sql, log: app.log }
  serveEndpoint(app, reports.reportContent, async ({ member, body }) => ({
    id: await reportContent(sql, member, body),
  }))
  serveEndpoint(app, reports.listOwnReports, ({ member, query }) => listOwnReports(sql, member, query))
  serveEndpoint(app, contract.getCase, ({ member, params }) => readCase(sql, member, params.id))
  serveEndpoint(app, contract.openCase, async ({ member, body }) => ({
    id: await openCase(sql, member, body.subject),
  }))
  serveEndpoint(app, contract.claimCase, async ({ member, params, body }) => {
    await claimCase(sql, member, params.id, body.isClaimed)
    return {}
  })
  serveEndpoint(app, contract.decideCase, ({ member, params, body }) =>
    decideCase(resources, member, params.id, body),
  )
  serveEndpoint(app, contract.reverseDecision, ({ member, params, body }) =>
    reverseDecision(resources, member, params.id, body.reversalWords),
  )
}

/**
 * Reads a case with its context. Throws 404 if the moderator does not see it. Of a case about their own content or account,
 * a moderator reads no reports, notes or names, as little as any other author. Moderators of topics do not read who has
 * reported.
 */
const readCase = async (sql: Sql, member: Member, id: number): Promise<contract.CaseDetails> => {
  const found = await store.selectCase(sql, member, id)
  if (!found) throw new HttpError('case-not-found')
  const key = { kind: found.subjectKind, id: found.subjectId, version: found.subjectVersion }
  const authorId = found.author?.id ?? null
  const author = authorId === null ? null : await selectStanding(sql, authorId)
  const subject = await findSubject(sql, null, key)
  const isOfSite = getModeratorRole(member) !== 'topic-moderator'
  const isOwn = authorId === member.id
  const decisions = await store.selectDecisionsAbout(sql, key)
  return {
    ...found,
    subject: subject && {
      ...pick(subject, ['href', 'text', 'exampleFiles', 'tags', 'labels', 'isVisible', 'revision']),
      title: subject.excerpt,
      isWaiting: await isWaiting(sql, found.subjectKind, subject),
    },
    post: await readPostOf(sql, found),
    hiddenText:
      found.subjectKind === 'post'
        ? ((await selectHiddenText(sql, [found.subjectId])).get(found.subjectId) ?? [])
        : [],
    reports: isOwn
      ? []
      : (await store.selectReportsOfCase(sql, id)).map(isOfSite ? withoutLink : withoutNames),
    earlierTexts: isOwn ? [] : await selectModeratedTexts(sql, key, subject?.revision ?? null),
    decisions: isOwn ? decisions.map((decision) => ({ ...decision, moderator: '' })) : decisions,
    authorDecisions:
      author && !isOwn ? await store.selectDecisionsAboutAuthor(sql, member, author.id, id) : [],
    notes: isOwn ? [] : await selectNotes(sql, { caseId: id }),
    authorNotes: author && isOfSite && !isOwn ? await selectNotes(sql, { memberId: author.id }) : [],
    actions: listPossibleActions(member, author, { kind: found.subjectKind, exists: subject !== null }),
  }
}

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

/** Returns whether a dismissal shows what the case is about: a first post, or what reports have hidden. */
const isWaiting = async (
  sql: Sql,
  kind: SubjectKind,
  { id, isVisible }: ModeratedSubject,
): Promise<boolean> =>
  !isVisible && (kind === 'comment' || (kind === 'post' && (await isWaitingPost(sql, id))))

/** The number of characters of a post that moderators read beside a comment on it. */
const MAX_CONTEXT = 500

const readPostOf = async (
  sql: Sql,
  { subjectKind, postId }: Pick<contract.ModerationCase, 'subjectKind' | 'postId'>,
): Promise<contract.CaseDetails['post']> => {
  if (postId === null || !['comment', 'suggested-edit', 'result'].includes(subjectKind)) return null
  const post = await selectPostSubject(sql, null, postId)
  if (!post) return null
  const { excerpt: title, text, href } = post
  return { title, href, text: href === null ? '' : truncateText(text, MAX_CONTEXT) }
}

/**
 * Opens a case without a report, or returns the open one. Throws 404 for what does not exist or is not in a topic that
 * the moderator looks after, and 403 for what is their own.
 */
const openCase = async (sql: Sql, member: Member, reference: reports.SubjectReference): Promise<number> => {
  const subject = await findReferredSubject(sql, member, reference)
  if (!subject) throw new HttpError('subject-not-found')
  if (subject.authorId === member.id) throw new HttpError('own-subject')
  const isOfSite = getModeratorRole(member) !== 'topic-moderator'
  if (!isOfSite && !(subject.topicId !== null && member.moderatedTopics.includes(subject.topicId)))
    throw new HttpError('subject-not-found')
  return sql.begin((tx) => findOrOpenCase(tx, reference.kind, subject, { source: 'staff' }))
}

/** Claims a case, or gives it back. Throws 403 for a case about oneself, and 409 if it is claimed or decided. */
const claimCase = async (sql: Sql, member: Member, id: number, isClaimed: boolean): Promise<void> => {
  if (!(await selectCaseRow(sql, member, id))) throw new HttpError('case-not-found')
  await sql.begin(async (tx) => {
    const found = await lockCase(tx, id)
    if (found.authorId === member.id) throw new HttpError('own-subject')
    if (!found.isOpen) throw new HttpError('case-decided')
    await requireClaimable(tx, member, found)
    await updateClaim(tx, id, isClaimed ? member.id : null)
  })
}
