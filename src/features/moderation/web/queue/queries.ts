import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { pagedQuery } from '#web/list/paged-query.ts'
import { POLL_MS } from '#web/poll-interval.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { countOpenCases, getCase, listCases, ModerationCase } from '../../contract.ts'

declare module '#web/query-key.ts' {
  interface CachedLists {
    /** The cases of moderators, with their decisions, notes and counts. */
    cases: true
  }
}

export type CaseState = 'open' | 'decided'

const casesKey = defineQueryKey('moderation-cases', { invalidatedBy: { cases: 'active' } })
const caseKey = defineQueryKey('moderation-case', { invalidatedBy: { cases: 'active' } })

const PAGE_SIZE = 20

/** Open cases, urgent ones first and then the oldest, or decided ones, the newest first. */
export const casesQuery = (state: CaseState) =>
  pagedQuery<ModerationCase[]>(
    casesKey(state),
    (after) =>
      apiQueryFn<typeof listCases>('GET /api/moderation/cases', {
        query: { state, limit: PAGE_SIZE, ...(after && { after }) },
      }),
    (page) => {
      const last = page.at(-1)
      return last && page.length === PAGE_SIZE ? `${last.isUrgent ? 1 : 0}_${last.id}` : undefined
    },
  )

/** A case with its context, which others may have changed, so that each visit fetches it again. */
export const caseQuery = (id: number) =>
  queryOptions({
    queryKey: caseKey(id),
    queryFn: apiQueryFn<typeof getCase>('GET /api/moderation/cases/:id', { params: { id } }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

const waitingKey = defineQueryKey('moderation-waiting', { invalidatedBy: { cases: 'active' } })

/**
 * What waits for a moderator. Enabled only for moderators, because the API rejects anyone else. It is polled while the tab
 * is visible, and fetched when the tab becomes visible again.
 */
export const waitingCasesQuery = (isModerator: boolean) =>
  queryOptions({
    queryKey: waitingKey(),
    queryFn: apiQueryFn<typeof countOpenCases>('GET /api/moderation/waiting', {}),
    enabled: isModerator,
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
  })
