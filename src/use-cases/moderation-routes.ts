import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import * as contract from '#features/moderation/contract.ts'
import * as reports from '#features/moderation/contract-reports.ts'
import { getModeratorRole } from '#features/moderation/policy.ts'
import {
  findOrOpenCase,
  lockCase,
  selectCaseRow,
  updateClaim,
} from '#features/moderation/server/case-query.ts'
import type { Database, Sql } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { decideCase, requireClaimable } from './decide-case.ts'
import { listOwnReports } from './list-own-reports.ts'
import { findReferredSubject } from './moderated-subjects.ts'
import { readCase } from './read-case.ts'
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
 * Opens a case without a report, or returns the open one. One that an admin opens about what only some people can read is
 * for admins, because nobody has shown it to moderators. Throws 404 for what does not exist or is not in a topic that
 * the moderator looks after, and 403 for what is their own.
 */
const openCase = async (sql: Sql, member: Member, reference: reports.SubjectReference): Promise<number> => {
  const subject = await findReferredSubject(sql, member, reference)
  if (!subject) throw new HttpError('subject-not-found')
  if (subject.authorId === member.id) throw new HttpError('own-subject')
  const isOfSite = getModeratorRole(member) !== 'topic-moderator'
  if (!isOfSite && !(subject.topicId !== null && member.moderatedTopics.includes(subject.topicId)))
    throw new HttpError('subject-not-found')
  const isForAdmins = member.isAdmin && subject.isPrivate
  return sql.begin((tx) => findOrOpenCase(tx, reference.kind, subject, { source: 'staff', isForAdmins }))
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
