import { useInfiniteQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { bookmarksQuery } from '#features/bookmarks/web/queries.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { currentUserQuery } from '#web/current-user.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Page } from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { ListSearchForm } from '../ListSearchForm.tsx'
import { MemberOnlyPage } from '../MemberOnlyPage.tsx'
import { loadFeed, parseSearchText } from '../page-loaders.ts'
import { pageTexts } from '../page-texts.ts'
import { SelectableFeed } from '../select/SelectableFeed.tsx'

const texts = pageTexts.bookmarks

const Bookmarks = ({ search }: { search: QueryParameters }) => {
  const q = parseSearchText(search)
  const query = bookmarksQuery(q)
  const { data, hasNextPage } = useInfiniteQuery(query)
  // Bookmarks that fit on one page are found faster by looking at them.
  const hasSearch = q !== '' || hasNextPage || (data?.pages.length ?? 0) > 1
  const hasBookmarks = (data?.pages[0]?.length ?? 0) > 0
  return (
    <SelectableFeed
      key={q}
      list="bookmarks"
      top={
        hasSearch ? (
          <ListSearchForm path={paths.bookmarks} label={texts.search} q={q} />
        ) : (
          hasBookmarks && <p className="text-sm text-muted">{pageTexts.onlyYou}</p>
        )
      }
      label={texts.heading}
      query={query}
      itemsIn={(page): PostCard[] => page}
      empty={q ? <NothingFound words={q} /> : <NoneYet />}
    />
  )
}

const NoneYet = () => (
  <EmptyState
    icon="bookmark"
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

const NothingFound = ({ words }: { words: string }) => (
  <EmptyState
    title={texts.nothingFound(words)}
    action={
      <SiteLink href={paths.bookmarks} className={buttonClasses('plain')}>
        {texts.showAll}
      </SiteLink>
    }
  >
    {texts.nothingFoundText}
  </EmptyState>
)

export const page: Page = {
  load: async (visit) => {
    const user = await visit.queryClient.ensureQueryData(currentUserQuery)
    if (user) await loadFeed(visit, bookmarksQuery(parseSearchText(visit.location.search)))
  },
  Component: ({ search }) => (
    <MemberOnlyPage texts={texts} icon="bookmark">
      <Bookmarks search={search} />
    </MemberOnlyPage>
  ),
}
