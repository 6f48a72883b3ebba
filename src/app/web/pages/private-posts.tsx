import PrivateIcon from 'lucide-react/icons/lock'
import { CreatePostAction } from '#app/web/CreatePostAction.tsx'
import { FeedOfPosts, postsOf } from '#app/web/FeedOfPosts.tsx'
import { loadFeed } from '#app/web/load-feed.ts'
import { MembersPage } from '#app/web/MembersPage.tsx'
import { pageTexts } from '#app/web/page-texts.ts'
import { privatePostsQuery } from '#features/feeds/web/queries.ts'
import { currentUserQuery } from '#features/identity/web/queries.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import type { Page } from '#web/navigation/page.ts'

const texts = pageTexts.privatePosts

const NothingPrivate = () => (
  <EmptyState
    icon={PrivateIcon}
    title={texts.emptyTitle}
    action={<CreatePostAction label={texts.create} preset={{ isPrivate: true }} />}
  >
    {texts.emptyText}
  </EmptyState>
)

export const page: Page = {
  load: async (visit) => {
    const user = await visit.queryClient.ensureQueryData(currentUserQuery)
    if (user) await loadFeed(visit, privatePostsQuery)
  },
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  Component: () => (
    <MembersPage texts={texts} icon={PrivateIcon}>
      <FeedOfPosts
        label={texts.heading}
        query={privatePostsQuery}
        itemsIn={postsOf}
        empty={<NothingPrivate />}
      />
    </MembersPage>
  ),
}
