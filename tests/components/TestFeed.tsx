import type { ReactNode } from 'react'
import { noPostFilters } from '#core/post-filters.ts'
import { Feed } from '#features/feeds/web/Feed.tsx'
import { feedQuery } from '#features/feeds/web/queries.ts'
import type { PostCard } from '#features/posts/contract.ts'
import type { FakeApi } from './render-component.tsx'

const query = feedQuery({ sortBy: 'top', ...noPostFilters })

/** Renders `children` for each post of a feed so that tests can observe changes to cached posts. */
export const TestFeed = ({ children }: { children(post: PostCard): ReactNode }) => (
  <Feed label="Posts" query={query} itemsIn={(page) => page}>
    {children}
  </Feed>
)

/** Returns an API that responds to the request of `TestFeed` with these posts. */
export const createFeedApi = (...posts: PostCard[]): FakeApi => ({
  'GET /api/posts': () => ({ body: posts }),
})
