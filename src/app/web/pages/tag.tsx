import { paths } from '#core/paths.ts'
import { isValidTag, normalizeTag } from '#core/tags.ts'
import { EmptyFeedNotice } from '#features/feeds/web/EmptyFeedNotice.tsx'
import { FeedFilterLinks } from '#features/feeds/web/FeedFilterLinks.tsx'
import { getFeedParams, parseTopicFilters } from '#features/feeds/web/filter-params.ts'
import { feedQuery } from '#features/feeds/web/queries.ts'
import { tagQuery } from '#features/posts/web/queries.ts'
import { useSite } from '#web/navigation/navigation-context.ts'
import {
  createCanonicalRedirect,
  NotFound,
  type PageParams,
  type SiteInfo,
  type Page as SitePage,
} from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { feedTexts as texts } from '../feed-texts.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { getPagePosts, PostFeed } from '../PostFeed.tsx'
import { buildPageHead } from '../page-head.ts'
import { loadFeed, throwNotFoundOn404 } from '../page-loaders.ts'

const USUAL = 'new'

type Params = PageParams<'tag'>

const filtersIn = (search: QueryParameters, { trendingWindow }: SiteInfo) =>
  parseTopicFilters(search, { sortBy: USUAL, window: trendingWindow })

const queryOf = (tag: string, search: QueryParameters, site: SiteInfo) =>
  feedQuery({ tag, ...getFeedParams(filtersIn(search, site)) })

const Tag = ({ params: { tag }, search }: { params: Params; search: QueryParameters }) => {
  const site = useSite()
  const filters = filtersIn(search, site)
  const path = paths.tag(tag)
  return (
    <PageLayout>
      <h1 className="mb-4 text-xl font-semibold tracking-tight wrap-anywhere">
        <bdi>{texts.tagHeading(tag)}</bdi>
      </h1>
      <FeedFilterLinks path={path} filters={filters} usualSort={USUAL} topLabel={texts.top} />
      <PostFeed
        label={texts.tagHeading(tag)}
        query={queryOf(tag, search, site)}
        hasNoScriptPaging
        itemsIn={getPagePosts}
        empty={<EmptyFeedNotice path={path} filters={filters} usualSort={USUAL} />}
      />
    </PageLayout>
  )
}

export const page: SitePage<Params> = {
  load: async (visit) => {
    const { params, location, site } = visit
    const tag = normalizeTag(params.tag)
    if (!isValidTag(tag)) throw new NotFound(texts.noTag)
    const [{ name }] = await Promise.all([
      throwNotFoundOn404(visit.queryClient.ensureQueryData(tagQuery(tag))),
      loadFeed(visit, queryOf(tag, location.search, site)),
    ])
    if (name !== params.tag) throw createCanonicalRedirect(paths.tag(name), location)
  },
  head: ({ site, params: { tag }, location }) =>
    buildPageHead(site, {
      path: paths.tag(tag),
      description: texts.tagDescription(tag),
      feed: paths.tagFeed(tag, filtersIn(location.search, site).window),
    }),
  Component: Tag,
}
