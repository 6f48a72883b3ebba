import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { CreatePostAction } from '#app/web/CreatePostAction.tsx'
import { FeedOfPosts } from '#app/web/FeedOfPosts.tsx'
import { Page } from '#app/web/layout/Page.tsx'
import { loadFeed } from '#app/web/load-feed.ts'
import { pageHead } from '#app/web/page-head.ts'
import { pageTexts } from '#app/web/page-texts.ts'
import { paths } from '#core/paths.ts'
import { ellipsis } from '#core/text.ts'
import { placeIn } from '#features/feeds/web/filter-search.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import type { Profile as ProfilePage } from '#features/profiles/contract.ts'
import { ProfileHead } from '#features/profiles/web/ProfileHead.tsx'
import { profileQuery } from '#features/profiles/web/queries.ts'
import { texts } from '#features/profiles/web/texts.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { Redirect } from '#web/navigation/outcome.ts'
import type { Page as SitePage } from '#web/navigation/page.ts'
import type { Search } from '#web/navigation/page-location.ts'

const postsIn = (page: ProfilePage) => page.posts

type Params = { username: string }

const Profile = ({ params, search }: { params: Params; search: Search }) => {
  const query = profileQuery(params.username, placeIn(search))
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
        hasPages
        empty={<NothingPublished username={username} />}
      />
    </Page>
  )
}

const NothingPublished = ({ username }: Params) => {
  const user = useCurrentUser()
  const isOwn = user?.username === username
  return (
    <EmptyState
      title={texts.empty}
      action={isOwn && !user.isMuted && <CreatePostAction label={pageTexts.createPost} />}
    >
      {isOwn ? texts.ownEmptyText : texts.emptyText(username)}
    </EmptyState>
  )
}

export const page: SitePage<Params> = {
  load: async (visit) => {
    const profile = await loadFeed(visit, profileQuery(visit.params.username, placeIn(visit.location.search)))
    if (profile && profile.username !== visit.params.username)
      throw new Redirect(paths.profile(profile.username), 301)
  },
  head: ({ queryClient, site, params, location }) => {
    const query = profileQuery(params.username, placeIn(location.search))
    const profile = queryClient.getQueryData(query.queryKey)?.pages[0]
    return profile
      ? pageHead(site, {
          path: paths.profile(profile.username),
          shared: profile.username,
          description: ellipsis(profile.bio, 160),
        })
      : {}
  },
  Component: Profile,
}
