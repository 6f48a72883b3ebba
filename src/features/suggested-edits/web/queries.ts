import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getOwnSuggestedEdit, getSuggestedEdit, listSuggestedEdits } from '../contract.ts'

declare module '#web/query-key.ts' {
  interface CachedLists {
    /** The suggested edits of posts. */
    'suggested-edits': true
  }
}

const invalidatedBy = { 'suggested-edits': 'active', 'post-versions': 'active' } as const
const listKey = defineQueryKey('suggested-edits', { invalidatedBy })
const editKey = defineQueryKey('suggested-edit', { invalidatedBy })
// Nothing refetches it, because the form must keep what it was opened with.
const ownTextsKey = defineQueryKey('suggested-edit-texts')

/** A page of a post's suggested edits, newest first: those below the id `before`, if there is one. */
export const suggestedEditsQuery = (id: number, before?: number) =>
  queryOptions({
    queryKey: listKey(id, before ?? null),
    queryFn: () =>
      call<typeof listSuggestedEdits>('GET /api/posts/:id/suggested-edits', {
        params: { id },
        query: before === undefined ? {} : { before },
      }),
  })

export const suggestedEditQuery = (id: number, suggestion: number) =>
  queryOptions({
    queryKey: editKey(id, suggestion),
    queryFn: () =>
      call<typeof getSuggestedEdit>('GET /api/posts/:id/suggested-edits/:suggestion', {
        params: { id, suggestion },
      }),
  })

/** What the member has suggested, for changing it. */
export const ownSuggestedTextsQuery = (id: number, suggestion: number) =>
  queryOptions({
    queryKey: ownTextsKey(id, suggestion),
    queryFn: () =>
      call<typeof getOwnSuggestedEdit>('GET /api/posts/:id/suggested-edits/:suggestion/texts', {
        params: { id, suggestion },
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
