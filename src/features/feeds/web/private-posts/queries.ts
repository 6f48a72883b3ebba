import { limits } from '#core/limits.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { apiQueryFn, type QueryCall } from '#web/api-client.ts'
import { entityTraversal, infiniteDataTraversal, listTraversal } from '#web/entities.ts'
import { pagedQuery } from '#web/list/paged-query.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { listPrivatePosts } from '../../contract.ts'
import { getNextFeedCursor } from '../queries.ts'

const privatePostsKey = defineQueryKey('private-posts', {
  entities: infiniteDataTraversal<PostCard[]>(listTraversal(entityTraversal('post'))),
  invalidatedBy: { 'private-posts': 'active' },
})

/** The member's own private posts, newest first. */
export const privatePostsQuery = pagedQuery(
  privatePostsKey(),
  (after): QueryCall<PostCard[]> =>
    apiQueryFn<typeof listPrivatePosts>('GET /api/user/private-posts', {
      query: { limit: limits.pageSize, ...(after ? { after } : {}) },
    }),
  getNextFeedCursor,
)
