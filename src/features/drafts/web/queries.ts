import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { listDrafts, listDraftVersions } from '../contract.ts'

declare module '#web/query-key.ts' {
  interface CachedLists {
    /** The member's drafts on the server. */
    drafts: true
  }
}

const draftsKey = defineQueryKey('drafts', {
  // Publishing deletes a draft; it invalidates the member's own lists of posts.
  invalidatedBy: { drafts: 'active', 'private-posts': 'active' },
})
const draftVersionsKey = defineQueryKey('draft-versions', { invalidatedBy: { drafts: 'active' } })

/** The member's drafts, the scheduled ones first. */
export const draftsQuery = queryOptions({
  queryKey: draftsKey(),
  queryFn: () => call<typeof listDrafts>('GET /api/user/drafts', {}),
})

/** What a draft said before. */
export const draftVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: draftVersionsKey(id),
    queryFn: () => call<typeof listDraftVersions>('GET /api/user/drafts/:id/versions', { params: { id } }),
  })
