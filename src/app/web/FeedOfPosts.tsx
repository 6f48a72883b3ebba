import type { ReactNode } from 'react'
import { AdCard } from '#features/ads/web/AdCard.tsx'
import { Feed } from '#features/feeds/web/Feed.tsx'
import type { PagedQuery } from '#features/feeds/web/paged-query.ts'
import type { FeedChoice } from '#features/feeds/web/queries.ts'
import type { PostCard as Post } from '#features/posts/contract.ts'
import { PostCard } from '#features/posts/web/PostCard.tsx'
import { later } from '#web/later.tsx'

const NewPostsPill = later(() => import('#features/feeds/web/NewPostsPill.tsx'))

/** With `choice`, a feed sorted by `new` shows how many new posts there are. */
type Props<P> = {
  label: string
  query: PagedQuery<P>
  itemsIn(page: P): Post[]
  empty?: ReactNode
  choice?: FeedChoice
  hasPages?: boolean
}

/** A feed of post cards with an advertising card after every fifth. */
export const FeedOfPosts = <P,>({ choice, ...props }: Props<P>) => (
  <>
    {choice?.sortBy === 'new' && !choice.after && (
      <NewPostsPill key={JSON.stringify(choice)} choice={choice} />
    )}
    <Feed {...props} ad={<AdCard />}>
      {(post, place) => <PostCard post={post} place={place} eager={place.position <= 2} />}
    </Feed>
  </>
)

export const postsOf = (page: Post[]): Post[] => page
