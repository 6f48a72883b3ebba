import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { pagedQuery } from '#web/list/paged-query.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { listOwnReports, listReportReasons, OwnReport } from '../../contract-reports.ts'

const reasonsKey = defineQueryKey('report-reasons')

/** The operator's reasons for reports and decisions. */
export const reasonsQuery = queryOptions({
  queryKey: reasonsKey(),
  queryFn: apiQueryFn<typeof listReportReasons>('GET /api/report-reasons', {}),
  staleTime: 60_000,
})

declare module '#web/query-key.ts' {
  interface CachedLists {
    'own-reports': true
  }
}

const ownReportsKey = defineQueryKey('own-reports', { invalidatedBy: { 'own-reports': 'active' } })

const PAGE_SIZE = 20

/** The member's reports with what was decided, newest first. */
export const ownReportsQuery = pagedQuery<OwnReport[]>(
  ownReportsKey(),
  (after) =>
    apiQueryFn<typeof listOwnReports>('GET /api/user/reports', {
      query: { limit: PAGE_SIZE, ...(after && { after: Number(after) }) },
    }),
  (page) => (page.length === PAGE_SIZE ? String(page.at(-1)?.id) : undefined),
)
