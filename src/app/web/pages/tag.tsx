import { paths } from '#core/paths.ts'
import { isValidTag, normalizeTag } from '#core/tags.ts'
import { EmptyFeedNotice } from '#features/feeds/web/EmptyFeedNotice.tsx'
import { FeedFilterLinks } from '#features/feeds/web/FeedFilterLinks.tsx'
import { parseFeedFilters } from '#features/feeds/web/filter-params.ts'
import { feedQuery, getFeedWithWindow, useFeedWithWindow } from '#features/feeds/web/queries.ts'
import { tagQuery } from '#features/posts/web/form/queries.ts'
import {
  createCanonicalRedirect,
  NotFound,
  type PageParams,
  type Page as SitePage,
} from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { listTexts } from '../list-texts.ts'
import { getPagePosts, PostFeed } from '../PostFeed.tsx'
import { buildPageHead } from '../page-head.ts'
import { loadFeedOfWindow } from '../page-loaders.ts'

const USUAL = 'new'

type Params = PageParams<'tag'>

const filtersIn = (search: QueryParameters) => parseFeedFilters(search, USUAL)

const Tag = ({ params: { tag }, search }: { params: Params; search: QueryParameters }) => {
  const filters = filtersIn(search)
  const feed = useFeedWithWindow({ tag, ...filters })
  const path = paths.tag(tag)
  return (
    <PageLayout>
      <h1 className="mb-4 text-xl font-semibold tracking-tight wrap-anywhere">
        <bdi>{listTexts.tagHeading(tag)}</bdi>
      </h1>
      <FeedFilterLinks
        path={path}
        filters={filters}
        window={feed.window}
        usualSort={USUAL}
        topLabel={listTexts.top}
      />
      <PostFeed
        label={listTexts.tagHeading(tag)}
        query={feedQuery(feed)}
        hasNoScriptPaging
        itemsIn={getPagePosts}
        empty={<EmptyFeedNotice path={path} filters={filters} usualSort={USUAL} />}
      />
    </PageLayout>
  )
}

export const page: SitePage<Params> = {
  load: async (visit) => {
    const { params, location } = visit
    const tag = normalizeTag(params.tag)
    if (!isValidTag(tag)) throw new NotFound(listTexts.noTag)
    const [{ name }] = await Promise.all([
      visit.queryClient.ensureQueryData(tagQuery(tag)),
      loadFeedOfWindow(visit, { tag, ...filtersIn(location.search) }),
    ])
    if (name !== params.tag) throw createCanonicalRedirect(paths.tag(name), location)
  },
  head: ({ queryClient, site, params: { tag }, location }) =>
    buildPageHead(site, {
      path: paths.tag(tag),
      description: listTexts.tagDescription(tag),
      feed: paths.tagFeed(tag, getFeedWithWindow(queryClient, { tag, ...filtersIn(location.search) }).window),
    }),
  Component: Tag,
}
