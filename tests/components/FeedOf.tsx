import type { ReactNode } from 'react'
import { Feed } from '#features/feeds/web/Feed.tsx'
import { feedQuery } from '#features/feeds/web/queries.ts'
import type { PostCard } from '#features/posts/contract.ts'
import type { Api } from './render-component.tsx'

const query = feedQuery({ sortBy: 'top', types: [], models: [] })

/** Renders something for each post of a feed, in order to show changes to cached posts. */
export const FeedOf = ({ children }: { children(post: PostCard): ReactNode }) => (
  <Feed label="Posts" query={query} itemsIn={(page) => page}>
    {children}
  </Feed>
)

/** Returns the response to the request of `FeedOf`. */
export const feedApi = (...posts: PostCard[]): Api => ({ 'GET /api/posts': () => ({ body: posts }) })
