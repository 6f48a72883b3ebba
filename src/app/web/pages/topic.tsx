import { useSuspenseQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { topicSlug } from '#core/slugs.ts'
import { EmptyWindow } from '#features/feeds/web/EmptyWindow.tsx'
import { Filters } from '#features/feeds/web/Filters.tsx'
import { parseFeedFilters } from '#features/feeds/web/filter-params.ts'
import { feedQuery } from '#features/feeds/web/queries.ts'
import { messages } from '#features/topics/contract-messages.ts'
import { FollowButton } from '#features/topics/web/follows/FollowButton.tsx'
import { topicQuery } from '#features/topics/web/queries.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { useSite } from '#web/navigation/navigation-context.ts'
import { NotFound, type ParamsOf, Redirect, type Site, type Page as SitePage } from '#web/navigation/page.ts'
import type { Search } from '#web/navigation/page-location.ts'
import { CreatePostAction } from '../CreatePostAction.tsx'
import { feedTexts as texts } from '../feed-texts.ts'
import { Page } from '../layout/Page.tsx'
import { PostFeed, postsOf } from '../PostFeed.tsx'
import { pageHead } from '../page-head.ts'
import { loadFeed, orNotFound } from '../page-loaders.ts'
import { pageTexts } from '../page-texts.ts'
import { TopicRail } from '../rails.tsx'

const USUAL = 'new'

const choiceIn = (search: Search, { trendingWindow }: Site) =>
  parseFeedFilters(search, { sortBy: USUAL, window: trendingWindow })

type Params = ParamsOf<'topic'>

const Topic = ({ params, search }: { params: Params; search: Search }) => {
  const slug = params.topic
  const choice = choiceIn(search, useSite())
  const { data: topic } = useSuspenseQuery(topicQuery(slug))
  const user = useCurrentUser()
  return (
    <Page rail={<TopicRail topic={topic} />}>
      <div className="mb-4 flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold tracking-tight">{topic.name}</h1>
          {topic.description && (
            <p dir="auto" className="mt-1 max-w-[60ch] text-muted">
              {topic.description}
            </p>
          )}
        </div>
        {user && <FollowButton topic={topic} />}
      </div>
      <Filters path={paths.topic(slug)} choice={choice} usualSort={USUAL} topLabel={texts.top} />
      <PostFeed
        label={topic.name}
        query={feedQuery({ topic: slug, ...choice })}
        choice={{ topic: slug, ...choice }}
        hasNoScriptPaging
        itemsIn={postsOf}
        empty={
          topic.postCount ? (
            <EmptyWindow path={paths.topic(slug)} choice={choice} usualSort={USUAL} />
          ) : (
            <EmptyState
              title={texts.topicEmpty}
              action={
                user &&
                !user.isMuted && (
                  <CreatePostAction label={pageTexts.createPost} preset={{ topicId: topic.id }} />
                )
              }
            >
              {texts.topicEmptyText}
            </EmptyState>
          )
        }
      />
    </Page>
  )
}

export const page: SitePage<Params> = {
  load: async (visit) => {
    const { queryClient, params, location } = visit
    const slug = topicSlug(params.topic)
    // Requesting an empty slug would return the list of all topics.
    if (slug === '') throw new NotFound(messages.notFound)
    await Promise.all([
      orNotFound(queryClient.ensureQueryData(topicQuery(slug))),
      loadFeed(visit, feedQuery({ topic: slug, ...choiceIn(location.search, visit.site) })),
    ])
    if (slug !== params.topic) throw new Redirect(paths.topic(slug), 301)
  },
  head: ({ queryClient, site, params, location }) => {
    const topic = queryClient.getQueryData(topicQuery(params.topic).queryKey)
    return topic
      ? pageHead(site, {
          path: paths.topic(topic.name),
          description: topic.description,
          feed: paths.topicFeed(topic.name, choiceIn(location.search, site).window),
        })
      : {}
  },
  Component: Topic,
}
