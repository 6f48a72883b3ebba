import { paths } from '#core/paths.ts'
import { FeedFilterLinks } from '#features/feeds/web/FeedFilterLinks.tsx'
import type { FeedFilters } from '#features/feeds/web/filter-params.ts'
import { AdCard } from '#features/requests/web/AdCard.tsx'
import { type SearchSort, searchSorts } from '#features/search/contract-values.ts'
import { SearchResults } from '#features/search/web/SearchResults.tsx'
import { HomeRail } from './HomeRail.tsx'
import { PageLayout } from './layout/PageLayout.tsx'
import { PostCard } from './post/PostCard.tsx'

/** The home page with the results of a search. */
export const HomeSearch = ({ q, filters }: { q: string; filters: FeedFilters<SearchSort> }) => (
  <PageLayout rail={<HomeRail />}>
    <SearchResults
      q={q}
      filters={filters}
      ad={<AdCard />}
      filterLinks={<FeedFilterLinks path={paths.home} filters={filters} usualSort={searchSorts[0]} q={q} />}
    >
      {(post, position, highlights) => (
        <PostCard
          post={post}
          feedPosition={position}
          highlights={highlights}
          eager={position.position <= 2}
        />
      )}
    </SearchResults>
  </PageLayout>
)
