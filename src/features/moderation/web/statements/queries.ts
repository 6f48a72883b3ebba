import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getStatement, listAppeals, listOwnDecisions } from '../../contract-statements.ts'

const PAGE_SIZE = 20
const statementKey = defineQueryKey('statement')
const ownDecisionsKey = defineQueryKey('own-decisions')
const appealsKey = defineQueryKey('appeals')

export const statementQuery = (id: number) =>
  queryOptions({
    queryKey: statementKey(id),
    queryFn: apiQueryFn<typeof getStatement>('GET /api/user/decisions/:id', { params: { id } }),
  })

type Paged = { pageParam: number | null; meta?: Record<string, unknown> | undefined }
const cursor = (after: number | null) => (after === null ? {} : { after })
const nextAfter = (page: readonly { id: number }[]): number | undefined =>
  page.length < PAGE_SIZE ? undefined : page.at(-1)?.id

/** The decisions about the current user, page by page. */
export const ownDecisionsQuery = infiniteQueryOptions({
  queryKey: ownDecisionsKey(),
  queryFn: ({ pageParam, meta }: Paged) =>
    apiQueryFn<typeof listOwnDecisions>('GET /api/user/decisions', {
      query: { limit: PAGE_SIZE, ...cursor(pageParam) },
    })({ meta }),
  initialPageParam: null as number | null,
  getNextPageParam: nextAfter,
})

/** The appeals that wait for an answer, page by page. */
export const appealsQuery = infiniteQueryOptions({
  queryKey: appealsKey(),
  queryFn: ({ pageParam, meta }: Paged) =>
    apiQueryFn<typeof listAppeals>('GET /api/moderation/appeals', {
      query: { limit: PAGE_SIZE, ...cursor(pageParam) },
    })({ meta }),
  initialPageParam: null as number | null,
  getNextPageParam: nextAfter,
})
