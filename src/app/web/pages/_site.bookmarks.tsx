import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
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

const texts = pageTexts.bookmarks

export const Route = createFileRoute('/_site/bookmarks')({
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } => {
    const words = wordsIn(q)
    return words ? { q: words } : {}
  },
  loaderDeps: ({ search: { q } }) => ({ q: wordsIn(q) }),
  loader: async ({ deps, ...parts }) => {
    const user = await parts.context.queryClient.ensureQueryData(currentUserQuery)
    if (user) await loadFeed(parts, bookmarksQuery(deps.q))
  },
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  component: () => (
    <MembersPage texts={texts} icon={BookmarkIcon}>
      <Bookmarks />
    </MembersPage>
  ),
})

/** What is searched for; nothing when the address holds junk. */
const wordsIn = (q: unknown): string => (typeof q === 'string' ? cutText(cleanText(q), limits.search) : '')

function Bookmarks() {
  const q = wordsIn(Route.useSearch().q)
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
