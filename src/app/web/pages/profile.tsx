import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { truncateWithEllipsis } from '#core/text.ts'
import { cursorIn } from '#features/feeds/web/filter-params.ts'
import type { Profile as ProfilePage } from '#features/profiles/contract.ts'
import { ProfileHeader } from '#features/profiles/web/ProfileHeader.tsx'
import { profileQuery } from '#features/profiles/web/queries.ts'
import { texts } from '#features/profiles/web/texts.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { movedTo, type ParamsOf, type Page as SitePage } from '#web/navigation/page.ts'
import type { Search } from '#web/navigation/page-location.ts'
import { CreatePostAction } from '../CreatePostAction.tsx'
import { Page } from '../layout/Page.tsx'
import { PostFeed } from '../PostFeed.tsx'
import { pageHead } from '../page-head.ts'
import { loadFeed } from '../page-loaders.ts'
import { pageTexts } from '../page-texts.ts'

const postsIn = (page: ProfilePage) => page.posts

type Params = ParamsOf<'profile'>

const Profile = ({ params, search }: { params: Params; search: Search }) => {
  const query = profileQuery(params.username, cursorIn(search))
  const [profile] = useSuspenseInfiniteQuery(query).data.pages
  if (!profile) return null
  const { username } = profile
  return (
    <Page>
      <ProfileHeader profile={profile} />
      <PostFeed
        label={texts.feed(username)}
        query={query}
        itemsIn={postsIn}
        hasNoScriptPaging
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
      action={
        isOwn && !user.isMuted ? (
          <CreatePostAction label={pageTexts.createPost} />
        ) : (
          <SiteLink href={paths.home} className={buttonClasses('plain')}>
            {pageTexts.browse}
          </SiteLink>
        )
      }
    >
      {isOwn ? texts.ownEmptyText : texts.emptyText(username)}
    </EmptyState>
  )
}

export const page: SitePage<Params> = {
  load: async (visit) => {
    const profile = await loadFeed(
      visit,
      profileQuery(visit.params.username, cursorIn(visit.location.search)),
    )
    if (profile && profile.username !== visit.params.username)
      throw movedTo(paths.profile(profile.username), visit.location)
  },
  head: ({ queryClient, site, params, location }) => {
    const query = profileQuery(params.username, cursorIn(location.search))
    const profile = queryClient.getQueryData(query.queryKey)?.pages[0]
    return profile
      ? pageHead(site, {
          path: paths.profile(profile.username),
          shared: profile.username,
          description: truncateWithEllipsis(profile.bio, 160),
        })
      : {}
  },
  Component: Profile,
}
