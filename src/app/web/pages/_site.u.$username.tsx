import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { FeedOfPosts } from '#app/web/FeedOfPosts.tsx'
import { Page } from '#app/web/layout/Page.tsx'
import { loadFeed } from '#app/web/load-feed.ts'
import { pageHead } from '#app/web/page-head.ts'
import { moveTo } from '#app/web/post/load-post.ts'
import { paths } from '#core/paths.ts'
import { ellipsis } from '#core/text.ts'
import type { Profile as ProfilePage } from '#features/profiles/contract.ts'
import { ProfileHead } from '#features/profiles/web/ProfileHead.tsx'
import { profileQuery } from '#features/profiles/web/queries.ts'
import { texts } from '#features/profiles/web/texts.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'

export const Route = createFileRoute('/_site/u/$username')({
  loader: async ({ params, ...parts }) => {
    const profile = await loadFeed(parts, profileQuery(params.username))
    if (profile && profile.username !== params.username) throw moveTo(paths.profile(profile.username))
    return profile && { username: profile.username, bio: ellipsis(profile.bio, 160) }
  },
  head: ({ match, loaderData }) =>
    loaderData
      ? pageHead(match.context.site, {
          path: paths.profile(loaderData.username),
          shared: loaderData.username,
          description: loaderData.bio,
        })
      : {},
  component: Profile,
})

const postsIn = (page: ProfilePage) => page.posts

function Profile() {
  const query = profileQuery(Route.useParams().username)
  const [profile] = useSuspenseInfiniteQuery(query).data.pages
  if (!profile) return null
  const { username } = profile
  return (
    <Page>
      <ProfileHead profile={profile} />
      <FeedOfPosts
        label={texts.feed(username)}
        query={query}
        itemsIn={postsIn}
        empty={<EmptyState title={texts.empty}>{texts.emptyText(username)}</EmptyState>}
      />
    </Page>
  )
}
