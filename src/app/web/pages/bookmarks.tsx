import { useInfiniteQuery } from '@tanstack/react-query'
import BookmarkIcon from 'lucide-react/icons/bookmark'
import { BookmarkSearch } from '#app/web/bookmarks/BookmarkSearch.tsx'
import { bookmarksQuery } from '#app/web/bookmarks/query.ts'
import { FeedOfPosts } from '#app/web/FeedOfPosts.tsx'
import { loadFeed } from '#app/web/load-feed.ts'
import { MembersPage } from '#app/web/MembersPage.tsx'
import { pageTexts } from '#app/web/page-texts.ts'
import { limits } from '#core/limits.ts'
import { paths } from '#core/paths.ts'
import { cleanText, cutText } from '#core/text.ts'
import { currentUserQuery } from '#features/identity/web/queries.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Page } from '#web/navigation/page.ts'
import type { Search } from '#web/navigation/page-location.ts'

const texts = pageTexts.bookmarks

/** The search query; empty if the URL contains an invalid one. */
const wordsIn = ({ q = '' }: Search): string => cutText(cleanText(q), limits.search)

const Bookmarks = ({ search }: { search: Search }) => {
  const q = wordsIn(search)
  const query = bookmarksQuery(q)
  const { data } = useInfiniteQuery(query)
  const hasNone = !q && data?.pages[0]?.length === 0
  return (
    <>
      {!hasNone && <BookmarkSearch q={q} />}
      <FeedOfPosts
        label={texts.heading}
        query={query}
        itemsIn={(page): PostCard[] => page}
        empty={q ? <NothingFound /> : <NoneYet />}
      />
    </>
  )
}

const NoneYet = () => (
  <EmptyState
    icon={BookmarkIcon}
    title={texts.emptyTitle}
    action={
      <SiteLink href={paths.home} className={buttonClasses('primary')}>
        {pageTexts.browse}
      </SiteLink>
    }
  >
    {texts.emptyText}
  </EmptyState>
)

const NothingFound = () => (
  <EmptyState
    title={texts.nothingFound}
    action={
      <SiteLink href={paths.bookmarks} className={buttonClasses('plain')}>
        {texts.showAll}
      </SiteLink>
    }
  />
)

export const page: Page = {
  load: async (visit) => {
    const user = await visit.queryClient.ensureQueryData(currentUserQuery)
    if (user) await loadFeed(visit, bookmarksQuery(wordsIn(visit.location.search)))
  },
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  Component: ({ search }) => (
    <MembersPage texts={texts} icon={BookmarkIcon}>
      <Bookmarks search={search} />
    </MembersPage>
  ),
}
