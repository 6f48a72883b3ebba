import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getDraft, listDrafts, listDraftVersions } from '../contract.ts'

declare module '#web/query-key.ts' {
  interface CachedLists {
    /** The member's drafts on the server. */
    drafts: true
  }
}

const draftsKey = defineQueryKey('drafts', {
  // Publishing a post deletes its draft and invalidates the member's lists of posts, so the draft list is
  // invalidated along with them.
  invalidatedBy: { drafts: 'active', 'private-posts': 'active' },
})
const draftKey = defineQueryKey('draft', { invalidatedBy: { drafts: 'active' } })
const draftVersionsKey = defineQueryKey('draft-versions', { invalidatedBy: { drafts: 'active' } })

/** The member's drafts, with scheduled ones first. */
export const draftsQuery = queryOptions({
  queryKey: draftsKey(),
  queryFn: apiQueryFn<typeof listDrafts>('GET /api/user/drafts', {}),
})

/** The whole draft. Each visit fetches it again, because it may be edited elsewhere. */
export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: draftKey(id),
    queryFn: apiQueryFn<typeof getDraft>('GET /api/user/drafts/:id', { params: { id } }),
    staleTime: 0,
    gcTime: 0,
  })

/** The draft's earlier versions. */
export const draftVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: draftVersionsKey(id),
    queryFn: apiQueryFn<typeof listDraftVersions>('GET /api/user/drafts/:id/versions', { params: { id } }),
  })
