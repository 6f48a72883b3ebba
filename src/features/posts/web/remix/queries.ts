import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getLineage } from '../../contract-lineage.ts'
import type { getRelatedPosts } from '../../contract-related.ts'

const lineageKey = defineQueryKey('lineage', { invalidatedBy: { posts: 'none' } })

/** Fetches the ancestors and remixes of a post. */
export const lineageQuery = (id: number) =>
  queryOptions({
    queryKey: lineageKey(id),
    queryFn: apiQueryFn<typeof getLineage>('GET /api/posts/:id/lineage', { params: { id } }),
  })

const relatedKey = defineQueryKey('related-posts', { invalidatedBy: { posts: 'none' } })

/** Fetches similar posts and other posts by the author of a public post. */
export const relatedPostsQuery = (id: number) =>
  queryOptions({
    queryKey: relatedKey(id),
    queryFn: apiQueryFn<typeof getRelatedPosts>('GET /api/posts/:id/related', { params: { id } }),
  })
