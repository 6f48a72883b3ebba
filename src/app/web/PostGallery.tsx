import type { ReactNode } from 'react'
import { Feed } from '#features/feeds/web/Feed.tsx'
import type { FeedParams } from '#features/feeds/web/queries.ts'
import { feedQuery } from '#features/feeds/web/queries.ts'
import { AdCard } from '#features/requests/web/AdCard.tsx'
import { cacheOnServer } from '#web/reused-fragments.tsx'
import { getPagePosts, NewPostsIndicator } from './PostFeed.tsx'
import { AD_ROWS, GalleryTile, getTileRowSpan } from './post/GalleryTile.tsx'

const ReusedTile = cacheOnServer('GalleryTile', GalleryTile)
const GRID = { className: 'gallery-grid', rowsOf: getTileRowSpan, adRows: AD_ROWS }

type Props = { label: string; params: FeedParams; empty: ReactNode }

/** A feed that shows posts as tiles, with an advertising tile after every fifth one. */
export const PostGallery = ({ label, params, empty }: Props) => (
  <div className="@container pt-4">
    <NewPostsIndicator params={params} />
    <Feed
      label={label}
      query={feedQuery(params)}
      itemsIn={getPagePosts}
      empty={empty}
      ad={<AdCard isTile />}
      grid={GRID}
      hasNoScriptPaging
    >
      {(post, position) => <ReusedTile post={post} feedPosition={position} eager={position.position <= 6} />}
    </Feed>
  </div>
)
