import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api-client.ts'
import { entity, field, list } from '#web/entities.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type {
  CollectionItem,
  CollectionPage,
  getCollection,
  listMemberCollections,
  listOwnCollections,
} from '../contract.ts'

declare module '#web/query-key.ts' {
  interface CachedLists {
    /** Collections of posts, and what they contain. */
    collections: true
  }
}

const invalidatedBy = { collections: 'active' } as const
const ownKey = defineQueryKey('own-collections', { invalidatedBy })
const memberKey = defineQueryKey('member-collections', { invalidatedBy })
const collectionKey = defineQueryKey('collection', {
  invalidatedBy,
  entities: field<'items', CollectionItem[], CollectionPage>(
    'items',
    list(field<'post', CollectionItem['post'], CollectionItem>('post', entity('post'))),
  ),
})

/** The member's collections; with posts, also whether each contains them. */
export const ownCollectionsQuery = (postIds: readonly number[] = []) =>
  queryOptions({
    queryKey: ownKey(...postIds),
    queryFn: () =>
      call<typeof listOwnCollections>('GET /api/user/collections', {
        query: postIds.length ? { postId: [...postIds] } : {},
      }),
  })

export const memberCollectionsQuery = (username: string) =>
  queryOptions({
    queryKey: memberKey(username),
    queryFn: () =>
      call<typeof listMemberCollections>('GET /api/users/:username/collections', { params: { username } }),
  })

/** A page of a collection: the posts after a position. */
export const collectionQuery = (id: string, after?: number) =>
  queryOptions({
    queryKey: collectionKey(id, after ?? null),
    queryFn: () =>
      call<typeof getCollection>('GET /api/collections/:id', {
        params: { id },
        query: after === undefined ? {} : { after },
      }),
  })
