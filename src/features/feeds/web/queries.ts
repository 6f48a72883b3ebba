import { infiniteQueryOptions } from '@tanstack/react-query'
import { limits } from '#core/limits.ts'
import type { PostType } from '#features/catalogue/contract.ts'
import { anchorOf, listPosts, listTopicPosts, type Sort } from '#features/feeds/contract.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { call } from '#web/call.ts'

export type FeedChoice = { topic?: string; sortBy: Sort; types: PostType[]; models: string[] }

const FIVE_MINUTES = 5 * 60_000

/** The next page begins behind the last post of this one; a short page is the last. */
export const nextAnchor = (page: PostCard[]): string | undefined => {
  const last = page.at(-1)
  return last && page.length >= limits.page ? anchorOf(last) : undefined
}

/** A feed page by page: home, trending, new, or a topic's (section 9). */
export const feedQuery = ({ topic, ...query }: FeedChoice) =>
  infiniteQueryOptions({
    queryKey: ['feed', topic ?? null, query] as const,
    queryFn: ({ pageParam }) => {
      const page = { ...query, limit: limits.page, ...(pageParam ? { after: pageParam } : {}) }
      return topic === undefined
        ? call(listPosts, { query: page })
        : call(listTopicPosts, { params: { topicName: topic }, query: page })
    },
    initialPageParam: '',
    getNextPageParam: nextAnchor,
    staleTime: FIVE_MINUTES,
  })
