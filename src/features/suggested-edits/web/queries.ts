import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getOwnSuggestedEdit, getSuggestedEdit, listSuggestedEdits } from '../contract.ts'

declare module '#web/query-key.ts' {
  interface CachedLists {
    /** Lists of suggested edits and their details. */
    'suggested-edits': true
  }
}

const invalidatedBy = { 'suggested-edits': 'active', 'post-versions': 'active' } as const
const listKey = defineQueryKey('suggested-edits', { invalidatedBy })
const editKey = defineQueryKey('suggested-edit', { invalidatedBy })
// Never invalidated, because the form must keep the text that it was opened with.
const ownTextsKey = defineQueryKey('suggested-edit-texts')

/**
 * Fetches a page of a post's suggested edits, newest first. If `before` is given, the page contains only edits with
 * lower ids.
 */
export const suggestedEditsQuery = (id: number, before?: number) =>
  queryOptions({
    queryKey: listKey(id, before ?? null),
    queryFn: apiQueryFn<typeof listSuggestedEdits>('GET /api/posts/:id/suggested-edits', {
      params: { id },
      query: before === undefined ? {} : { before },
    }),
  })

export const suggestedEditQuery = (id: number, suggestion: number) =>
  queryOptions({
    queryKey: editKey(id, suggestion),
    queryFn: apiQueryFn<typeof getSuggestedEdit>('GET /api/posts/:id/suggested-edits/:suggestion', {
      params: { id, suggestion },
    }),
  })

/** Fetches the text of the member's own suggested edit so that it can be revised. */
export const ownSuggestedTextsQuery = (id: number, suggestion: number) =>
  queryOptions({
    queryKey: ownTextsKey(id, suggestion),
    queryFn: apiQueryFn<typeof getOwnSuggestedEdit>('GET /api/posts/:id/suggested-edits/:suggestion/texts', {
      params: { id, suggestion },
    }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
