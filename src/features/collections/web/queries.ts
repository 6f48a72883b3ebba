import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { entityTraversal, fieldTraversal, listTraversal } from '#web/entities.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type {
  CollectionItem,
  CollectionPage,
  getCollection,
  listMemberCollections,
  listOwnCollections,
} from '../contract.ts'
import type { listEditors, listFollowedCollections } from '../contract-sharing.ts'

declare module '#web/query-key.ts' {
  interface CachedLists {
    /** Lists of collections, and single collections with their posts. */
    collections: true
  }
}

const invalidatedBy = { collections: 'active' } as const
const ownKey = defineQueryKey('own-collections', { invalidatedBy })
const memberKey = defineQueryKey('member-collections', { invalidatedBy })
const followedKey = defineQueryKey('followed-collections', { invalidatedBy })
const editorsKey = defineQueryKey('collection-editors', { invalidatedBy })
const collectionKey = defineQueryKey('collection', {
  invalidatedBy,
  entities: fieldTraversal<'items', CollectionItem[], CollectionPage>(
    'items',
    listTraversal(
      fieldTraversal<'post', CollectionItem['post'], CollectionItem>('post', entityTraversal('post')),
    ),
  ),
})

/**
 * The collections that the member owns or edits. If posts are given, the response also shows whether each
 * collection contains them.
 */
export const editableCollectionsQuery = (postIds: readonly number[] = []) =>
  queryOptions({
    queryKey: ownKey(...postIds),
    queryFn: apiQueryFn<typeof listOwnCollections>('GET /api/user/collections', {
      query: postIds.length ? { postId: [...postIds] } : {},
    }),
  })

export const memberCollectionsQuery = (username: string) =>
  queryOptions({
    queryKey: memberKey(username),
    queryFn: apiQueryFn<typeof listMemberCollections>('GET /api/users/:username/collections', {
      params: { username },
    }),
  })

/** Other members' collections that the member follows. */
export const followedCollectionsQuery = queryOptions({
  queryKey: followedKey(),
  queryFn: apiQueryFn<typeof listFollowedCollections>('GET /api/user/followed-collections', {}),
})

export const editorsQuery = (id: string) =>
  queryOptions({
    queryKey: editorsKey(id),
    queryFn: apiQueryFn<typeof listEditors>('GET /api/collections/:id/editors', { params: { id } }),
  })

/**
 * A page of a collection, containing the posts after a position. If `q` is set, includes only posts that
 * match it.
 */
export const collectionQuery = (id: string, { after, q }: { after: number | undefined; q: string }) =>
  queryOptions({
    queryKey: collectionKey(id, after ?? null, q),
    queryFn: apiQueryFn<typeof getCollection>('GET /api/collections/:id', {
      params: { id },
      query: { ...(after === undefined ? {} : { after }), ...(q ? { q } : {}) },
    }),
  })
