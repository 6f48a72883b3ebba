import type { ReactNode } from 'react'
import { AdCard } from '#features/ads/web/AdCard.tsx'
import { Feed } from '#features/feeds/web/Feed.tsx'
import type { PagedQuery } from '#features/feeds/web/paged-query.ts'
import type { PostCard as Post } from '#features/posts/contract.ts'
import { PostCard } from '#features/posts/web/PostCard.tsx'

type Props<P> = { label: string; query: PagedQuery<P>; itemsIn(page: P): Post[]; empty?: ReactNode }

/** A feed of post cards with the advertising card after every fifth. */
export const FeedOfPosts = <P,>(props: Props<P>) => (
  <Feed {...props} ad={<AdCard />}>
    {(post, place) => <PostCard post={post} place={place} eager={place.position <= 2} />}
  </Feed>
)

export const postsOf = (page: Post[]): Post[] => page
