import { useSuspenseQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { toTopicSlug } from '#core/slugs.ts'
import { FeedFilterLinks } from '#features/feeds/web/FeedFilterLinks.tsx'
import { getFeedParams, parseFeedFilters } from '#features/feeds/web/filter-params.ts'
import { getFeedWithWindow, useFeedWithWindow } from '#features/feeds/web/queries.ts'
import { ViewSwitch } from '#features/feeds/web/ViewSwitch.tsx'
import type { TopicInfo } from '#features/topics/contract.ts'
import { topicMessages } from '#features/topics/contract-messages.ts'
import { TopicFollowButton } from '#features/topics/web/follows/TopicFollowButton.tsx'
import { topicQuery } from '#features/topics/web/queries.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import {
  createCanonicalRedirect,
  NotFound,
  type PageParams,
  type Page as SitePage,
} from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { CreatePostAction } from '../CreatePostAction.tsx'
import { FilteredFeed, loadGalleryCode } from '../FilteredFeed.tsx'
import { PageLayout } from '../layout/PageLayout.tsx'
import { HouseRules, RailBox } from '../layout/RightRail.tsx'
import { listTexts } from '../list-texts.ts'
import { otherListTexts } from '../other-list-texts.ts'
import { buildPageHead } from '../page-head.ts'
import { loadFeedOfWindow } from '../page-loaders.ts'
import { pageTexts } from '../page-texts.ts'

const USUAL = 'new'

const filtersIn = (search: QueryParameters) => parseFeedFilters(search, USUAL)

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
  const list = { path: paths.topic(slug), filters, usualSort: USUAL } as const
  const empty = topic.postCount === 0 && (
    <EmptyState
      title={otherListTexts.topicEmpty}
      action={
        !user?.isMuted && <CreatePostAction label={pageTexts.createPost} preset={{ topicId: topic.id }} />
      }
    >
      {otherListTexts.topicEmptyText}
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
        <div className="flex items-center gap-3 cramped:flex-wrap">
          <ViewSwitch {...list} />
          {user && <TopicFollowButton topic={topic} />}
        </div>
      </div>
      <FeedFilterLinks {...list} window={params.window} topLabel={listTexts.top} />
      <FilteredFeed label={topic.name} list={list} params={params} empty={empty} />
    </PageLayout>
  )
}

/** The right rail next to a topic. */
const TopicRail = ({ topic }: { topic: TopicInfo }) => (
  <>
    <RailBox title={otherListTexts.topicAbout}>
      {topic.description && (
        <p dir="auto" className="mb-2">
          {topic.description}
        </p>
      )}
      <p className="tabular-nums">{listTexts.posts(topic.postCount)}</p>
      <a href={paths.topicFeed(topic.name)} className="inline-block py-1 text-accent hover:underline">
        {listTexts.subscribe}
      </a>
    </RailBox>
    <HouseRules />
  </>
)

export const page: SitePage<Params> = {
  loadCode: loadGalleryCode,
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
