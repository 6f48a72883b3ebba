import { limits } from '#core/limits.ts'
import type { PostType } from '#core/model-catalogue.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { call } from '#web/api-client.ts'
import { pagedQuery } from '#web/list/paged-query.ts'
import { cursorOf, type FeedSort, listPosts, listPrivatePosts, listTopicPosts } from '../contract.ts'

export type FeedParams = {
  topic?: string
  sortBy: FeedSort
  types: PostType[]
  models: string[]
  isFollowing?: true | undefined
  /** The cursor of the first page, if the feed does not start at the top. */
  after?: string
}

/** Returns the cursor of the next page, or undefined if this page is short and therefore the last. */
export const nextCursor = (page: PostCard[]): string | undefined => {
  const last = page.at(-1)
  return last && page.length >= limits.pageSize ? cursorOf(last) : undefined
}

/**
 * The home, trending, new or topic feed (docs/spec/feeds.md#sorting), or the feed of the topics that the
 * member follows.
 */
export const feedQuery = ({ topic, isFollowing, after: begin, ...query }: FeedParams) =>
  pagedQuery(
    ['feed', isFollowing ? 'following' : (topic ?? null), query],
    (after): Promise<PostCard[]> => {
      const page = {
        ...query,
        limit: limits.pageSize,
        ...(after ? { after } : {}),
        ...(isFollowing ? { following: 'true' } : {}),
      }
      return topic === undefined
        ? call(listPosts, { query: page })
        : call(listTopicPosts, { params: { topicName: topic }, query: page })
    },
    nextCursor,
    begin,
  )

/** The member's own private posts, newest first. */
export const privatePostsQuery = pagedQuery(
  ['private-posts'],
  (after): Promise<PostCard[]> =>
    call(listPrivatePosts, { query: { limit: limits.pageSize, ...(after ? { after } : {}) } }),
  nextCursor,
)
