import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import type { Sql } from '#server/database/connect.ts'
import { lockCase } from './case-query.ts'
import { closeWithoutReports, selectOwnReport, updateWithdrawn } from './reports-query.ts'

/**
 * Withdraws a member's own report. Its case leaves the queue if nothing else is in it. Throws 404 if they have no such
 * report, and 409 if it has been decided.
 */
export const withdrawReport = async (sql: Sql, member: Member, id: number): Promise<void> => {
  const report = await selectOwnReport(sql, member.id, id)
  if (!report || report.isWithdrawn) throw new HttpError('report-not-found')
  await sql.begin(async (tx) => {
    const { isOpen } = await lockCase(tx, report.caseId)
    // A repeated request may have withdrawn it, and closed the case, between reading the report and locking the case.
    if ((await selectOwnReport(tx, member.id, id))?.isWithdrawn !== false)
      throw new HttpError('report-not-found')
    if (!isOpen)
      throw new HttpError('case-decided', { message: 'Moderators have already decided about this report' })
    await updateWithdrawn(tx, id)
    await closeWithoutReports(tx, report.caseId)
  })
}
