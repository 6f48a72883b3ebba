import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getModerationFigures, listModerationLog } from '../../contract-log.ts'
import type { SubjectKind } from '../../contract-values.ts'

export const LOG_PAGE_SIZE = 20

export type LogFilter = {
  kind?: SubjectKind | undefined
  month?: string | undefined
  after?: number | undefined
}

const logKey = defineQueryKey('moderation-log')
const figuresKey = defineQueryKey('moderation-figures')

export const moderationLogQuery = ({ kind, month, after }: LogFilter) =>
  queryOptions({
    queryKey: logKey(kind ?? null, month ?? null, after ?? null),
    queryFn: apiQueryFn<typeof listModerationLog>('GET /api/moderation-log', {
      query: {
        limit: LOG_PAGE_SIZE,
        ...(kind && { kind }),
        ...(month !== undefined && { month }),
        ...(after !== undefined && { after }),
      },
    }),
  })

export const moderationFiguresQuery = (year: number) =>
  queryOptions({
    queryKey: figuresKey(year),
    queryFn: apiQueryFn<typeof getModerationFigures>('GET /api/moderation-log/figures', {
      query: { year: String(year) },
    }),
  })
