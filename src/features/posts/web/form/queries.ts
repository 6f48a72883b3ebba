import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getTag, suggestTags } from '../../contract-tags.ts'

const tagSuggestionsKey = defineQueryKey('tag-suggestions')

/** Fetches the most used tags that begin with a normalized prefix. */
export const tagSuggestionsQuery = (prefix: string) =>
  queryOptions({
    queryKey: tagSuggestionsKey(prefix),
    queryFn: apiQueryFn<typeof suggestTags>('GET /api/tags', { query: { prefix } }),
  })

const tagKey = defineQueryKey('tag')

export const tagQuery = (tag: string) =>
  queryOptions({
    queryKey: tagKey(tag),
    queryFn: apiQueryFn<typeof getTag>('GET /api/tags/:tag', { params: { tag } }),
  })
