import { privatePostsQuery } from '#features/feeds/web/private-posts/queries.ts'
import { ImportButton } from '#features/import/web/ImportButton.tsx'
import { currentUserQuery, useCurrentUser } from '#web/current-user.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import type { Page } from '#web/navigation/page.ts'
import { CreatePostAction } from '../CreatePostAction.tsx'
import { MemberOnlyPage } from '../MemberOnlyPage.tsx'
import { getPagePosts } from '../PostFeed.tsx'
import { loadFeed } from '../page-loaders.ts'
import { pageTexts } from '../page-texts.ts'
import { SelectableFeed } from '../select/SelectableFeed.tsx'

const texts = pageTexts.privatePosts

const NothingPrivate = () => (
  <EmptyState
    icon="lock"
    title={texts.emptyTitle}
    action={<CreatePostAction label={texts.create} preset={{ isPrivate: true }} />}
  >
    {texts.emptyText}
  </EmptyState>
)

const ListHead = () => {
  const user = useCurrentUser()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-muted">{pageTexts.onlyYou}</p>
      {user && <ImportButton canPublish={!user.isMuted} />}
    </div>
  )
}

export const page: Page = {
  load: async (visit) => {
    const user = await visit.queryClient.ensureQueryData(currentUserQuery)
    if (user) await loadFeed(visit, privatePostsQuery)
  },
  Component: () => (
    <MemberOnlyPage texts={texts} icon="lock">
      <SelectableFeed
        list="private-posts"
        top={<ListHead />}
        label={texts.heading}
        query={privatePostsQuery}
        itemsIn={getPagePosts}
        empty={<NothingPrivate />}
      />
    </MemberOnlyPage>
  ),
}
