import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { FeedOfPosts, postsOf } from '#app/web/FeedOfPosts.tsx'
import { feedTexts as texts } from '#app/web/feed-texts.ts'
import { Page } from '#app/web/layout/Page.tsx'
import { loadFeed } from '#app/web/load-feed.ts'
import { orNotFound } from '#app/web/or-not-found.ts'
import { pageHead } from '#app/web/page-head.ts'
import { moveTo } from '#app/web/post/load-post.ts'
import { TopicRail } from '#app/web/rails/TopicRail.tsx'
import { paths } from '#core/paths.ts'
import { topicSlug } from '#core/slugs.ts'
import { Filters } from '#features/feeds/web/Filters.tsx'
import { choiceOf, readFilterSearch } from '#features/feeds/web/filter-search.ts'
import { feedQuery } from '#features/feeds/web/queries.ts'
import { FollowButton } from '#features/follows/web/FollowButton.tsx'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { topicQuery } from '#features/topics/web/queries.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'

const USUAL = 'new'

export const Route = createFileRoute('/_site/t/$topic')({
  validateSearch: readFilterSearch,
  loaderDeps: ({ search: { types, models, sortBy } }) => ({ types, models, sortBy }),
  loader: async ({ deps, params, ...parts }) => {
    const slug = topicSlug(params.topic)
    const [topic] = await Promise.all([
      orNotFound(parts.context.queryClient.ensureQueryData(topicQuery(slug))),
      loadFeed(parts, feedQuery({ topic: slug, ...choiceOf(deps, USUAL) })),
    ])
    if (slug !== params.topic) throw moveTo(paths.topic(slug))
    return { name: topic.name, description: topic.description }
  },
  head: ({ match, loaderData }) =>
    loaderData
      ? pageHead(match.context.site, {
          path: paths.topic(loaderData.name),
          description: loaderData.description,
          feed: paths.topicFeed(loaderData.name),
        })
      : {},
  component: Topic,
})

function Topic() {
  const slug = Route.useParams().topic
  const choice = choiceOf(Route.useSearch(), USUAL)
  const { data: topic } = useSuspenseQuery(topicQuery(slug))
  const isMember = useCurrentUser() !== null
  return (
    <Page rail={<TopicRail topic={topic} />}>
      <div className="mb-4 flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold tracking-tight">{topic.name}</h1>
          {topic.description && <p className="mt-1 max-w-[60ch] text-muted">{topic.description}</p>}
        </div>
        {isMember && <FollowButton topic={topic} />}
      </div>
      <Filters path={paths.topic(slug)} choice={choice} usualSort={USUAL} topLabel={texts.top} />
      <FeedOfPosts
        label={topic.name}
        query={feedQuery({ topic: slug, ...choice })}
        choice={{ topic: slug, ...choice }}
        itemsIn={postsOf}
        empty={
          topic.postCount ? undefined : (
            <EmptyState title={texts.topicEmpty}>{texts.topicEmptyText}</EmptyState>
          )
        }
      />
    </Page>
  )
}
