import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '#core/paths.ts'
import { Feed, type FeedPosition } from '#features/feeds/web/Feed.tsx'
import { FilterLink } from '#features/feeds/web/FilterLink.tsx'
import type { FeedFilters } from '#features/feeds/web/filter-params.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { classNames } from '#web/kit/class-names.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { requestSignIn } from '#web/sign-in-request.ts'
import type { SearchResult } from '../contract.ts'
import { type SearchSort, searchSorts } from '../contract-values.ts'
import { HighlightedText } from './HighlightedText.tsx'
import { MatchingNames } from './MatchingNames.tsx'
import { searchQuery } from './queries.ts'
import { hasStopWordsOnly } from './stop-words.ts'
import { searchTexts } from './texts.ts'

type SummaryProps = { first: SearchResult | undefined } & Pick<Props, 'q' | 'filters'>

/**
 * Shows the number of results or, if no post matches all words, "Best matches", the sort orders, the number of ignored words, and a hint for visitors that members can
 * search whole prompts.
 */
const SearchSummary = ({ first, q, filters }: SummaryProps) => {
  const isVisitor = useCurrentUser() === null
  const { found = null, ignoredTerms = 0 } = first ?? {}
  if (!isVisitor && !first) return null
  return (
    <div className="my-2 flex flex-col gap-1 text-sm text-muted">
      {first && (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          {found &&
            (found.count === 0 ? (
              <h2 className="text-base font-semibold text-ink">{searchTexts.bestMatches}</h2>
            ) : (
              <p>{searchTexts.count(found)}</p>
            ))}
          <SortLinks q={q} filters={filters} />
        </div>
      )}
      {ignoredTerms > 0 && <p>{searchTexts.ignored(ignoredTerms)}</p>}
      {isVisitor && (
        <p>
          {searchTexts.signInHint}{' '}
          <button
            type="button"
            onClick={() => requestSignIn('login')}
            className="font-medium text-accent hover:underline"
          >
            {searchTexts.signIn}
          </button>
        </p>
      )}
    </div>
  )
}

/** Shows the sort orders as links so that the URL contains the chosen order. */
const SortLinks = ({ q, filters }: Pick<Props, 'q' | 'filters'>) => {
  return (
    <ul aria-label={searchTexts.sort} className="-mx-1.5 ml-auto flex items-center cramped:flex-wrap">
      {searchSorts.map((sortBy) => (
        <li key={sortBy}>
          <FilterLink
            list={{ path: paths.home, filters, usualSort: searchSorts[0], q }}
            change={() => ({ sortBy })}
            isOn={sortBy === filters.sortBy}
            className={classNames(
              'control inline-flex items-center px-1.5 text-sm',
              sortBy === filters.sortBy ? 'font-medium text-ink' : 'text-muted hover:text-ink',
            )}
          >
            {searchTexts.sorts[sortBy]}
          </FilterLink>
        </li>
      ))}
    </ul>
  )
}

/** The text fields of a post, rendered with the search matches highlighted. */
export type HighlightedTexts = {
  title: ReactNode
  description: ReactNode
  prompt(from: number, to: number, isBlank?: boolean): ReactNode
}

type Props = {
  q: string
  filters: FeedFilters<SearchSort>
  filterLinks: ReactNode
  ad: ReactNode
  children(result: SearchResult, position: FeedPosition, highlights: HighlightedTexts): ReactNode
}

/** Shows search results with the matches highlighted, and the corrected query if there is one. */
export const SearchResults = ({ q, filters, filterLinks, ad, children }: Props) => {
  const query = searchQuery({ q, ...filters })
  const results = useInfiniteQuery(query).data?.pages.flat() ?? []
  const correctedTo = results[0]?.correctedTo
  const firstPartial = results.find(({ isPartial }) => isPartial)?.id
  return (
    <>
      <h1 className="mb-3 line-clamp-3 text-xl font-semibold tracking-tight">{searchTexts.heading(q)}</h1>
      {correctedTo && (
        <p className="-mt-2 mb-3 text-sm text-muted">
          <span>{`${searchTexts.corrected} `}</span>
          <SiteLink href={paths.search(correctedTo)} className="font-medium text-accent hover:underline">
            {correctedTo}
          </SiteLink>
        </p>
      )}
      <MatchingNames q={q} />
      {filterLinks}
      <SearchSummary first={results[0]} q={q} filters={filters} />
      <Feed
        label={searchTexts.feed}
        query={query}
        itemsIn={(page) => page}
        ad={ad}
        empty={<NothingFound q={q} />}
        hasNoScriptPaging
      >
        {(result, position) => (
          <>
            {result.id === firstPartial && result.found?.count !== 0 && <PartialMatchesLine />}
            {children(result, position, {
              title: <HighlightedText text={result.marked.title} />,
              description: <HighlightedText text={result.marked.description} />,
              prompt: (from, to, isBlank) =>
                !isBlank && <HighlightedText text={result.marked.prompt} from={from} to={to} />,
            })}
          </>
        )}
      </Feed>
    </>
  )
}

/**
 * The line between full and partial matches. It is no heading, because the results have only one. It is an article because a
 * feed can contain only articles (WAI-ARIA `feed` role).
 */
const PartialMatchesLine = () => (
  <article aria-label={searchTexts.partial} className="my-3 text-sm text-muted">
    {searchTexts.partialHint}
  </article>
)

const HAS_WORD = /[\p{L}\p{N}]/u

/** Posts are indexed by words, so a query of signs, emoji or very frequent words alone never has results. */
const getHint = (q: string): string => {
  if (!HAS_WORD.test(q)) return searchTexts.noWords
  return hasStopWordsOnly(q) ? searchTexts.onlyStopWords : searchTexts.hint
}

/** Says that there are no results. */
const NothingFound = ({ q }: { q: string }) => (
  <EmptyState
    title={searchTexts.empty}
    action={
      <SiteLink href={paths.home} className={buttonClasses('plain')}>
        {searchTexts.showAll}
      </SiteLink>
    }
  >
    <p>{getHint(q)}</p>
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 cramped:grid-cols-[minmax(0,1fr)] gap-y-1.5">
      {searchTexts.hints.map(([example, meaning]) => (
        <div key={example} className="contents">
          <dt>
            <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-xs text-ink">{example}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </EmptyState>
)
