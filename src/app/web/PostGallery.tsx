import type { ReactNode } from 'react'
import type { FeedSort } from '#features/feeds/contract.ts'
import { EmptyFeedNotice } from '#features/feeds/web/EmptyFeedNotice.tsx'
import { Feed } from '#features/feeds/web/Feed.tsx'
import { FilterLink } from '#features/feeds/web/FilterLink.tsx'
import type { FeedFilters } from '#features/feeds/web/filter-params.ts'
import type { FeedParams } from '#features/feeds/web/queries.ts'
import { feedQuery } from '#features/feeds/web/queries.ts'
import { AdCard } from '#features/requests/web/AdCard.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { cacheOnServer } from '#web/reused-fragments.tsx'
import { otherListTexts } from './other-list-texts.ts'
import { getPagePosts, NewPostsIndicator } from './PostFeed.tsx'
import { AD_ROWS, GalleryTile, getTileRowSpan } from './post/GalleryTile.tsx'

const ReusedTile = cacheOnServer('GalleryTile', GalleryTile)
const GRID = { className: 'gallery-grid', rowsOf: getTileRowSpan, adRows: AD_ROWS }

/** A list whose filters are in the URL. */
export type ShownList = { path: string; filters: FeedFilters; usualSort: FeedSort }

type Props = { label: string; list: ShownList; params: FeedParams; empty?: ReactNode }

/** A feed that shows posts as tiles, with an advertising tile after every fifth one. */
export const PostGallery = ({ label, list, params, empty }: Props) => (
  <div className="@container pt-4">
    <NewPostsIndicator params={params} />
    <Feed
      label={label}
      query={feedQuery(params)}
      itemsIn={getPagePosts}
      empty={
        empty || (
          <EmptyFeedNotice {...list}>
            <EmptyGallery {...list} />
          </EmptyFeedNotice>
        )
      }
      ad={<AdCard isTile />}
      grid={GRID}
      hasNoScriptPaging
    >
      {(post, position) => <ReusedTile post={post} feedPosition={position} eager={position.position <= 6} />}
    </Feed>
  </div>
)

/** Links to the list, which may contain other posts. */
const EmptyGallery = (list: ShownList) => (
  <EmptyState
    title={otherListTexts.galleryEmpty}
    action={
      <FilterLink list={list} change={() => ({ view: undefined })} className={buttonClasses('primary')}>
        {otherListTexts.showList}
      </FilterLink>
    }
  >
    {otherListTexts.galleryEmptyText}
  </EmptyState>
)
