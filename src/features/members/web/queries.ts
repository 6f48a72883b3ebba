import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { suggestMentions } from '../contract-mentions.ts'

const mentionsKey = defineQueryKey('mention-suggestions')

/** Members to mention whose names begin with the prefix. A null prefix disables the query. */
export const mentionSuggestionsQuery = (prefix: string | null, postId: number | undefined) =>
  queryOptions({
    queryKey: mentionsKey(postId ?? 'none', prefix ?? ''),
    queryFn: ({ meta, signal }) =>
      callApi<typeof suggestMentions>(
        'GET /api/mentions',
        { query: { ...(prefix ? { prefix } : {}), ...(postId === undefined ? {} : { postId }) } },
        { meta, signal },
      ),
    enabled: prefix !== null && (postId !== undefined || prefix.length > 1),
    retry: false,
    staleTime: 60_000,
    gcTime: 60_000,
  })
