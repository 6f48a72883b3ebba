import { queryOptions } from '@tanstack/react-query'
import { getPost, getPostBySlug, getPrivatePost } from '#features/posts/contract.ts'
import { markRevealed } from '#features/posts/web/revealed.ts'
import { revealPost } from '#features/reveals/contract.ts'
import { call } from '#web/call.ts'

/** A post with its comments, by its id. */
export const postQuery = (id: number) =>
  queryOptions({ queryKey: ['post', id] as const, queryFn: () => call(getPost, { params: { id } }) })

/** The same by topic and slug; the topic given may be out of date. */
export const slugPostQuery = (topicName: string, seoSlug: string) =>
  queryOptions({
    queryKey: ['post', 'slug', topicName, seoSlug] as const,
    queryFn: () => call(getPostBySlug, { params: { topicName, seoSlug } }),
  })

/** The same by its unguessable link. */
export const privatePostQuery = (privateId: string) =>
  queryOptions({
    queryKey: ['post', 'private', privateId] as const,
    queryFn: () => call(getPrivatePost, { params: { privateId } }),
  })

/** The whole prompt; asking for it is what counts as a reveal (section 4), so it is asked once. */
export const revealQuery = (postId: number) =>
  queryOptions({
    queryKey: ['reveal', postId] as const,
    queryFn: async ({ client }) => {
      const whole = await call(revealPost, { body: { postId } })
      markRevealed(client, postId)
      return whole
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
