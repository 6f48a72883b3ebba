import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { truncateWithEllipsis } from '#core/text.ts'
import { MemberCollections } from '#features/collections/web/MemberCollections.tsx'
import { memberCollectionsQuery } from '#features/collections/web/queries.ts'
import { MemberComments } from '#features/comments/web/MemberComments.tsx'
import { memberCommentsQuery } from '#features/comments/web/queries.ts'
import { parseCursorParameter } from '#features/feeds/web/filter-params.ts'
import type { Profile as ProfilePage } from '#features/profiles/contract.ts'
import { ProfileHeader } from '#features/profiles/web/ProfileHeader.tsx'
import { type ProfileTab, ProfileTabs } from '#features/profiles/web/ProfileTabs.tsx'
import { profileQuery } from '#features/profiles/web/queries.ts'
import { profileTexts } from '#features/profiles/web/texts.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { createCanonicalRedirect, type PageParams, type Page as SitePage } from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { CreatePostAction } from '../CreatePostAction.tsx'
import { PageLayout } from '../layout/PageLayout.tsx'
import { PostFeed } from '../PostFeed.tsx'
import { buildPageHead } from '../page-head.ts'
import { loadFeed, parseBeforeParameter } from '../page-loaders.ts'
import { pageTexts } from '../page-texts.ts'
import { SelectableFeed } from '../select/SelectableFeed.tsx'

const postsIn = (page: ProfilePage) => page.posts

type Params = PageParams<'profile'>

const TABS: readonly ProfileTab[] = ['posts', 'comments', 'remixes', 'collections']

const tabIn = ({ tab }: QueryParameters): ProfileTab => TABS.find((name) => name === tab) ?? 'posts'

const queryOf = ({ username }: Params, search: QueryParameters) =>
  profileQuery(username, parseCursorParameter(search), tabIn(search) === 'remixes')

const Profile = ({ params, search }: { params: Params; search: QueryParameters }) => {
  const query = queryOf(params, search)
  const tab = tabIn(search)
  const user = useCurrentUser()
  const [profile] = useSuspenseInfiniteQuery(query).data.pages
  if (!profile) return null
  const { username } = profile
  const isOwn = user?.username === username
  if (profile.isSuspended && !isOwn && !user?.isAdmin && !user?.isModerator)
    return (
      <PageLayout heading={username}>
        <EmptyState icon="ban" title={profileTexts.suspended} />
      </PageLayout>
    )
  const feed = {
    label: tab === 'remixes' ? profileTexts.remixes(username) : profileTexts.feed(username),
    query,
    itemsIn: postsIn,
    hasNoScriptPaging: true,
  }
  return (
    <PageLayout>
      <ProfileHeader profile={profile} />
      <ProfileTabs profile={profile} current={tab} />
      {tab === 'comments' && <MemberComments username={username} before={parseBeforeParameter(search)} />}
      {tab === 'collections' && <MemberCollections username={username} />}
      {tab === 'posts' && isOwn && (
        <div className="mt-3">
          <SelectableFeed
            key={tab}
            {...feed}
            list="posts"
            top={profile.postCount > 0 && <p className="text-sm text-muted">{pageTexts.newestFirst}</p>}
            empty={<NothingPublished username={username} />}
          />
        </div>
      )}
      {tab === 'posts' && !isOwn && (
        <PostFeed key={tab} {...feed} empty={<NothingPublished username={username} />} />
      )}
      {tab === 'remixes' && (
        <PostFeed
          key={tab}
          {...feed}
          empty={
            <EmptyState title={profileTexts.noRemixes}>{profileTexts.noRemixesText(username)}</EmptyState>
          }
        />
      )}
    </PageLayout>
  )
}

const NothingPublished = ({ username }: Params) => {
  const user = useCurrentUser()
  const isOwn = user?.username === username
  return (
    <EmptyState
      title={profileTexts.empty}
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
      {isOwn ? profileTexts.ownEmptyText : profileTexts.emptyText(username)}
    </EmptyState>
  )
}

export const page: SitePage<Params> = {
  load: async (visit) => {
    const { params, location, queryClient } = visit
    const { search } = location
    const { username } = params
    const list = {
      posts: async () => {},
      remixes: async () => {},
      comments: () => queryClient.prefetchQuery(memberCommentsQuery(username, parseBeforeParameter(search))),
      collections: () => queryClient.prefetchQuery(memberCollectionsQuery(username)),
    }[tabIn(search)]()
    const profile = await loadFeed(visit, queryOf(params, search))
    await list
    if (profile && profile.username !== visit.params.username)
      throw createCanonicalRedirect(paths.profile(profile.username), visit.location)
  },
  head: ({ queryClient, site, params, location }) => {
    const query = queryOf(params, location.search)
    const profile = queryClient.getQueryData(query.queryKey)?.pages[0]
    return profile
      ? buildPageHead(site, {
          path: paths.profile(profile.username),
          shared: profile.username,
          description: truncateWithEllipsis(profile.bio, 160),
        })
      : {}
  },
  Component: Profile,
}
