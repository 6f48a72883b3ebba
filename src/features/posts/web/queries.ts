import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api-client.ts'
import { getPost, getPostBySlug, getPrivatePost } from '../contract.ts'
import { revealPost } from '../contract-reveals.ts'
import { markRevealed } from './revealed.ts'

/** A post with its comments, by id. */
export const postQuery = (id: number) =>
  queryOptions({ queryKey: ['post', id] as const, queryFn: () => call(getPost, { params: { id } }) })

/** A post by topic and slug; the topic in the path may be out of date. */
export const postBySlugQuery = (topicName: string, seoSlug: string) =>
  queryOptions({
    queryKey: ['post', 'slug', topicName, seoSlug] as const,
    queryFn: () => call(getPostBySlug, { params: { topicName, seoSlug } }),
  })

/** A private post by its secret link. */
export const privatePostQuery = (privateId: string) =>
  queryOptions({
    queryKey: ['post', 'private', privateId] as const,
    queryFn: () => call(getPrivatePost, { params: { privateId } }),
  })

/**
 * The whole prompt. Each request counts as a reveal (docs/spec/flows.md#revealing-a-prompt), so the result
 * never goes stale.
 */
export const revealQuery = (postId: number) =>
  queryOptions({
    queryKey: ['reveal', postId] as const,
    queryFn: async ({ client }) => {
      const reply = await call(revealPost, { body: { postId } })
      markRevealed(client, postId)
      return reply
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
