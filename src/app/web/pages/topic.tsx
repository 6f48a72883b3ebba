import { useSuspenseQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { toTopicSlug } from '#core/slugs.ts'
import { EmptyFeedNotice } from '#features/feeds/web/EmptyFeedNotice.tsx'
import { FeedFilterLinks } from '#features/feeds/web/FeedFilterLinks.tsx'
import { type FilterChange, FilterLink } from '#features/feeds/web/FilterLink.tsx'
import {
  type FeedFilters,
  getFeedParams,
  parseTopicFilters,
  toGalleryFilters,
} from '#features/feeds/web/filter-params.ts'
import { feedQuery, getFeedWithWindow, useFeedWithWindow } from '#features/feeds/web/queries.ts'
import { topicMessages } from '#features/topics/contract-messages.ts'
import { TopicFollowButton } from '#features/topics/web/follows/TopicFollowButton.tsx'
import { topicQuery } from '#features/topics/web/queries.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { classNames } from '#web/kit/class-names.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import {
  createCanonicalRedirect,
  NotFound,
  type PageParams,
  type Page as SitePage,
} from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { CreatePostAction } from '../CreatePostAction.tsx'
import { PageLayout } from '../layout/PageLayout.tsx'
import { listTexts } from '../list-texts.ts'
import { getPagePosts, PostFeed } from '../PostFeed.tsx'
import { PostGallery } from '../PostGallery.tsx'
import { buildPageHead } from '../page-head.ts'
import { loadFeedOfWindow } from '../page-loaders.ts'
import { pageTexts } from '../page-texts.ts'
import { TopicRail } from '../TopicRail.tsx'

const USUAL = 'new'

const filtersIn = (search: QueryParameters) => parseTopicFilters(search, USUAL)

const feedIn = (slug: string, search: QueryParameters) => ({
  topic: slug,
  ...getFeedParams(filtersIn(search)),
})

type Params = PageParams<'topic'>

const Topic = ({ params: { topic: slug }, search }: { params: Params; search: QueryParameters }) => {
  const filters = filtersIn(search)
  const { data: topic } = useSuspenseQuery(topicQuery(slug))
  const user = useCurrentUser()
  const params = useFeedWithWindow(feedIn(slug, search))
  const empty = topic.postCount ? (
    <EmptyList slug={slug} filters={filters} />
  ) : (
    <EmptyState
      title={listTexts.topicEmpty}
      action={
        !user?.isMuted && <CreatePostAction label={pageTexts.createPost} preset={{ topicId: topic.id }} />
      }
    >
      {listTexts.topicEmptyText}
    </EmptyState>
  )
  return (
    <PageLayout rail={<TopicRail topic={topic} />}>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <h1 className="text-xl font-semibold tracking-tight">{topic.name}</h1>
          {topic.description && (
            <p dir="auto" className="mt-1 max-w-[60ch] text-muted">
              {topic.description}
            </p>
          )}
        </div>
        <div className="flex items-center gap-3">
          <ViewSwitch slug={slug} filters={filters} />
          {user && <TopicFollowButton topic={topic} />}
        </div>
      </div>
      <FeedFilterLinks
        path={paths.topic(slug)}
        filters={filters}
        window={params.window}
        usualSort={USUAL}
        topLabel={listTexts.top}
      />
      {filters.view ? (
        <PostGallery label={topic.name} params={params} empty={empty} />
      ) : (
        <PostFeed
          label={topic.name}
          query={feedQuery(params)}
          params={params}
          hasNoScriptPaging
          itemsIn={getPagePosts}
          empty={empty}
        />
      )}
    </PageLayout>
  )
}

type ListProps = { slug: string; filters: FeedFilters }

/** Links that switch between the topic's list view and gallery view. */
const ViewSwitch = ({ slug, filters }: ListProps) => {
  const list = { path: paths.topic(slug), filters, usualSort: USUAL }
  const link = (label: string, change: FilterChange, isOn: boolean) => (
    <li>
      <FilterLink
        list={list}
        change={change}
        isOn={isOn}
        keepScroll={false}
        className={classNames(
          'control inline-flex items-center rounded-md px-3 text-sm',
          isOn ? 'bg-sunken font-medium text-ink' : 'text-muted hover:text-ink',
        )}
      >
        {label}
      </FilterLink>
    </li>
  )
  return (
    <nav aria-label={listTexts.view}>
      <ul className="flex rounded-lg border">
        {link(listTexts.list, () => ({ view: undefined }), !filters.view)}
        {link(listTexts.gallery, toGalleryFilters, filters.view === 'gallery')}
      </ul>
    </nav>
  )
}

/** Shown if no posts match the filters. A gallery links to the list, which may contain other posts. */
const EmptyList = ({ slug, filters }: ListProps) => {
  return (
    <EmptyFeedNotice path={paths.topic(slug)} filters={filters} usualSort={USUAL}>
      {filters.view && <EmptyGallery slug={slug} filters={filters} />}
    </EmptyFeedNotice>
  )
}

const EmptyGallery = ({ slug, filters }: ListProps) => (
  <EmptyState
    title={listTexts.galleryEmpty}
    action={
      <FilterLink
        list={{ path: paths.topic(slug), filters, usualSort: USUAL }}
        change={() => ({ view: undefined })}
        className={buttonClasses('primary')}
      >
        {listTexts.showList}
      </FilterLink>
    }
  >
    {listTexts.galleryEmptyText}
  </EmptyState>
)

export const page: SitePage<Params> = {
  load: async (visit) => {
    const { queryClient, params, location } = visit
    const slug = toTopicSlug(params.topic)
    // Requesting an empty slug would return the list of all topics.
    if (slug === '') throw new NotFound(topicMessages.notFound)
    await Promise.all([
      queryClient.ensureQueryData(topicQuery(slug)),
      loadFeedOfWindow(visit, feedIn(slug, location.search)),
    ])
    if (slug !== params.topic) throw createCanonicalRedirect(paths.topic(slug), location)
  },
  head: ({ queryClient, site, params, location }) => {
    const topic = queryClient.getQueryData(topicQuery(params.topic).queryKey)
    return topic
      ? buildPageHead(site, {
          path: paths.topic(topic.name),
          description: topic.description,
          feed: paths.topicFeed(
            topic.name,
            getFeedWithWindow(queryClient, feedIn(params.topic, location.search)).window,
          ),
        })
      : {}
  },
  Component: Topic,
}
