import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn, callApi } from '#web/api-client.ts'
import { entityTraversal, entityTreeTraversal, fieldTraversal, listTraversal } from '#web/entities.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type {
  countPostVotes,
  getPost,
  getPostBySlug,
  getPrivatePost,
  PostCard,
  PostPage,
} from '../contract.ts'
import type { countVotesOnPosts } from '../contract-bulk.ts'
import type { getLineage } from '../contract-lineage.ts'
import type { getRelatedPosts } from '../contract-related.ts'
import type { revealPost } from '../contract-reveals.ts'
import type { getTag, suggestTags } from '../contract-tags.ts'
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
const postVotesKey = defineQueryKey('post-votes')
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

/** Fetches the number of votes on the member's own post. */
export const postVotesQuery = (id: number) =>
  queryOptions({
    queryKey: postVotesKey(id),
    queryFn: async ({ meta }) =>
      (await callApi<typeof countPostVotes>('GET /api/posts/:id/votes', { params: { id } }, { meta })).count,
    gcTime: 0,
  })

/** Fetches the number of votes on several of the member's own posts. */
export const votesOnPostsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: postVotesKey('several', ...ids),
    queryFn: async ({ meta }) =>
      (
        await callApi<typeof countVotesOnPosts>(
          'GET /api/user/posts/votes',
          { query: { ids: [...ids] } },
          { meta },
        )
      ).count,
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
