import type { ReactNode } from 'react'
import { Feed } from '#features/feeds/web/Feed.tsx'
import type { FeedParams } from '#features/feeds/web/queries.ts'
import type { PostCard as Post } from '#features/posts/contract.ts'
import { AdCard } from '#features/requests/web/AdCard.tsx'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import type { PagedQuery } from '#web/list/paged-query.ts'
import { cacheOnServer } from '#web/reused-fragments.tsx'
import { PostCard } from './post/PostCard.tsx'

const NewPostsPill = lazyWithPreload(() => import('#features/feeds/web/NewPostsPill.tsx'))

const ReusedPostCard = cacheOnServer(
  'PostCard',
  PostCard,
  import.meta.env.SSR && {
    // Only the post's author and admins see a menu on its card.
    isPersonal: ({ post }, user) => user.isAdmin || user.id === post.user.id,
  },
)
const ReusedAdCard = cacheOnServer('AdCard', AdCard)

/** If `params` is given and sorted by `new`, the feed shows how many new posts there are. */
export type PostFeedProps<P> = {
  label: string
  query: PagedQuery<P>
  /** Returns the items of a page in display order. `index` is the page's position. */
  itemsIn(page: P, index?: number): Post[]
  empty?: ReactNode
  params?: FeedParams
  /** Renders the top of each card, above its header. */
  renderTop?: ((post: Post) => ReactNode) | undefined
  hasNoScriptPaging?: boolean
}

/** A feed of post cards, with an advertising card after every fifth post. */
export const PostFeed = <P,>({ params, renderTop, ...props }: PostFeedProps<P>) => (
  <>
    {params && <NewPostsIndicator params={params} />}
    <Feed {...props} ad={<ReusedAdCard />}>
      {(post, position) => (
        <ReusedPostCard
          post={post}
          feedPosition={position}
          eager={position.position <= 2}
          {...(renderTop && { top: renderTop(post) })}
        />
      )}
    </Feed>
  </>
)

/** The number of new posts, shown above the first page of a feed that is sorted by `new`. It is not counted for tags. */
export const NewPostsIndicator = ({ params }: { params: FeedParams }) =>
  params.sortBy === 'new' &&
  !params.after &&
  !params.tag && <NewPostsPill key={JSON.stringify(params)} feed={params} />

export const getPagePosts = (page: Post[]): Post[] => page
