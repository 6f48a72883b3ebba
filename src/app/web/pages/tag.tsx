import { paths } from '#core/paths.ts'
import { isValidTag, normalizeTag } from '#core/tags.ts'
import { FeedFilterLinks } from '#features/feeds/web/FeedFilterLinks.tsx'
import { getFeedParams, parseFeedFilters } from '#features/feeds/web/filter-params.ts'
import { getFeedWithWindow, useFeedWithWindow } from '#features/feeds/web/queries.ts'
import { tagQuery } from '#features/posts/web/form/queries.ts'
import {
  createCanonicalRedirect,
  NotFound,
  type PageParams,
  type Page as SitePage,
} from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { FilteredFeed, loadGalleryCode } from '../FilteredFeed.tsx'
import { PageLayout } from '../layout/PageLayout.tsx'
import { listTexts } from '../list-texts.ts'
import { otherListTexts } from '../other-list-texts.ts'
import { buildPageHead } from '../page-head.ts'
import { loadFeedOfWindow } from '../page-loaders.ts'

const USUAL = 'new'

type Params = PageParams<'tag'>

const filtersIn = (search: QueryParameters) => parseFeedFilters(search, USUAL)

const feedIn = (tag: string, search: QueryParameters) => ({ tag, ...getFeedParams(filtersIn(search)) })

const Tag = ({ params: { tag }, search }: { params: Params; search: QueryParameters }) => {
  const feed = useFeedWithWindow(feedIn(tag, search))
  const list = { path: paths.tag(tag), filters: filtersIn(search), usualSort: USUAL } as const
  return (
    <PageLayout>
      <h1 className="mb-4 text-xl font-semibold tracking-tight wrap-anywhere">
        <bdi>{otherListTexts.tagHeading(tag)}</bdi>
      </h1>
      <FeedFilterLinks {...list} window={feed.window} topLabel={listTexts.top} hasGallery />
      <FilteredFeed label={otherListTexts.tagHeading(tag)} list={list} params={feed} />
    </PageLayout>
  )
}

export const page: SitePage<Params> = {
  loadCode: loadGalleryCode,
  load: async (visit) => {
    const { params, location } = visit
    const tag = normalizeTag(params.tag)
    if (!isValidTag(tag)) throw new NotFound(otherListTexts.noTag)
    const [{ name }] = await Promise.all([
      visit.queryClient.ensureQueryData(tagQuery(tag)),
      loadFeedOfWindow(visit, feedIn(tag, location.search)),
    ])
    if (name !== params.tag) throw createCanonicalRedirect(paths.tag(name), location)
  },
  head: ({ queryClient, site, params: { tag }, location }) =>
    buildPageHead(site, {
      path: paths.tag(tag),
      description: otherListTexts.tagDescription(tag),
      feed: paths.tagFeed(tag, getFeedWithWindow(queryClient, feedIn(tag, location.search)).window),
    }),
  Component: Tag,
}
