import type { ReactNode } from 'react'
import { EmptyFeedNotice } from '#features/feeds/web/EmptyFeedNotice.tsx'
import { type FeedParams, feedQuery } from '#features/feeds/web/queries.ts'
import { createCodePart } from '#web/navigation/code-part.ts'
import type { PageVisit } from '#web/navigation/page.ts'
import { getPagePosts, PostFeed } from './PostFeed.tsx'
import type { ShownList } from './PostGallery.tsx'

/** Most visits are not to galleries. */
const galleryPart = createCodePart(() => import('./PostGallery.tsx'))

/** For a page's `loadCode`: loads the code of the gallery if the URL asks for one. */
export const loadGalleryCode = ({ location }: Pick<PageVisit, 'location'>): Promise<void> | undefined =>
  location.search.view === 'gallery' ? galleryPart.load() : undefined

type Props = {
  label: string
  list: ShownList
  params: FeedParams
  /** What is shown if there are no posts, instead of a notice that fits every list. */
  empty?: ReactNode
}

/** The posts of a list with filters, as cards or as a gallery. */
export const FilteredFeed = ({ label, list, params, empty }: Props) => {
  if (list.filters.view) {
    const { PostGallery } = galleryPart.get()
    return <PostGallery label={label} list={list} params={params} empty={empty} />
  }
  return (
    <PostFeed
      label={label}
      query={feedQuery(params)}
      params={params}
      hasNoScriptPaging
      itemsIn={getPagePosts}
      empty={empty || <EmptyFeedNotice {...list} />}
    />
  )
}
