import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn, callApi } from '#web/api-client.ts'
import { entityTraversal, entityTreeTraversal, fieldTraversal, listTraversal } from '#web/entities.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getPost, getPostBySlug, getPrivatePost, PostCard, PostPage } from '../contract.ts'
import type { revealPost } from '../contract-reveals.ts'
import { markPostRevealed } from './revealed.ts'

/** A post in any cached response; search results and post pages contain more fields. */
type CachedPost = PostCard & { isDeleted?: boolean }

declare module '#web/entities.ts' {
  interface Entities {
    post: CachedPost
  }
}

declare module '#web/query-key.ts' {
  interface CachedLists {
    /** Lists and counts of public posts. */
    posts: true
    /** Lists of the member's own private posts. */
    'private-posts': true
    /** Version lists, which change with each edit. */
    'post-versions': true
  }
}

const postKey = defineQueryKey('post', {
  entities: entityTraversal<'post', PostPage>(
    'post',
    fieldTraversal('comments', listTraversal(entityTreeTraversal('comment', 'replies'))),
  ),
  shows: 'post',
})
// Declares no entities, because updates must not change the values that the form was opened with.
const postToEditKey = defineQueryKey('post-to-edit')
const revealKey = defineQueryKey('reveal')

/** Fetches a post with its comments, by id. */
export const postQuery = (id: number) =>
  queryOptions({
    queryKey: postKey(id),
    queryFn: apiQueryFn<typeof getPost>('GET /api/posts/:id', { params: { id } }),
  })

/** Fetches a post by topic and slug. The topic in the path may be outdated. */
export const postBySlugQuery = (topicName: string, seoSlug: string) =>
  queryOptions({
    queryKey: postKey('slug', topicName, seoSlug),
    queryFn: apiQueryFn<typeof getPostBySlug>('GET /api/t/:topicName/:seoSlug', {
      params: { topicName, seoSlug },
    }),
  })

/** Fetches a private post by its secret link. */
export const privatePostQuery = (privateId: string) =>
  queryOptions({
    queryKey: postKey('private', privateId),
    queryFn: apiQueryFn<typeof getPrivatePost>('GET /api/private/:privateId', { params: { privateId } }),
  })

/** Fetches the post to edit. It is always fetched because lists contain only the beginning of a prompt. */
export const editablePostQuery = (id: number) =>
  queryOptions({
    queryKey: postToEditKey(id),
    queryFn: apiQueryFn<typeof getPost>('GET /api/posts/:id', { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/**
 * Fetches the whole prompt. Each request counts as a reveal (docs/spec/flows.md#revealing-a-prompt), so the result
 * never becomes stale.
 */
export const revealQuery = (postId: number) =>
  queryOptions({
    queryKey: revealKey(postId),
    queryFn: async ({ client }) => {
      const reply = await callApi<typeof revealPost>('POST /api/user/reveal', { body: { postId } })
      markPostRevealed(client, postId)
      return reply
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
