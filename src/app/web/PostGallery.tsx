import type { ReactNode } from 'react'
import { Feed } from '#features/feeds/web/Feed.tsx'
import type { FeedParams } from '#features/feeds/web/queries.ts'
import { feedQuery } from '#features/feeds/web/queries.ts'
import { reusedOnServer } from '#web/reused-fragments.tsx'
import { NewPosts, postsOf } from './PostFeed.tsx'
import { GalleryTile, tileRows } from './post/GalleryTile.tsx'

const ReusedTile = reusedOnServer('GalleryTile', GalleryTile)
const GRID = { className: 'gallery-grid', rowsOf: tileRows }

type Props = { label: string; choice: FeedParams; empty: ReactNode }

/** A feed that shows posts as tiles, without advertising cards. */
export const PostGallery = ({ label, choice, empty }: Props) => (
  <div className="@container pt-4">
    <NewPosts choice={choice} />
    <Feed
      label={label}
      query={feedQuery(choice)}
      itemsIn={postsOf}
      empty={empty}
      grid={GRID}
      hasNoScriptPaging
    >
      {(post, position) => <ReusedTile post={post} feedPosition={position} eager={position.position <= 6} />}
    </Feed>
  </div>
)
