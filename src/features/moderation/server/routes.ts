import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { selectStanding } from '#features/members/server/members-query.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as contract from '../contract.ts'
import * as reports from '../contract-reports.ts'
import { getStanding } from '../contract-standing.ts'
import { getModeratorRole } from '../policy.ts'
import { selectCaseRow } from './case-query.ts'
import { insertNote } from './notes-query.ts'
import { readStanding } from './read-standing.ts'
import { listReasons } from './report-reasons.ts'
import * as store from './store.ts'
import { withdrawReport } from './withdraw-report.ts'

/** Registers the reads of reports and cases, and notes (docs/spec/moderation.md). */
export const moderationRoutes = (
  app: FastifyInstance,
  { database: { sql } }: { database: Database },
): void => {
  serveEndpoint(app, reports.listReportReasons, () => listReasons(sql))
  serveEndpoint(app, reports.withdrawReport, async ({ member, params }) => {
    await withdrawReport(sql, member, params.id)
    return {}
  })
  serveEndpoint(app, getStanding, ({ member }) => readStanding(sql, member))
  serveEndpoint(app, contract.listCases, async ({ member, query }) => store.selectCases(sql, member, query))
  serveEndpoint(app, contract.countOpenCases, ({ member }) => store.countWaiting(sql, member))
  serveEndpoint(app, contract.writeCaseNote, async ({ member, params, body }) => {
    if (!(await selectCaseRow(sql, member, params.id))) throw new HttpError('case-not-found')
    return insertNote(sql, member, { caseId: params.id }, body)
  })
  serveEndpoint(app, contract.writeMemberNote, async ({ member, params, body }) => {
    if (getModeratorRole(member) === 'topic-moderator') throw new HttpError('not-allowed')
    if (!(await selectStanding(sql, params.id))) throw new HttpError('user-not-found')
    return insertNote(sql, member, { memberId: params.id }, body)
  })
}
