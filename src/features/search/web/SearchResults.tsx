import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '#core/paths.ts'
import { Feed } from '#features/feeds/web/Feed.tsx'
import type { Choice } from '#features/feeds/web/filter-search.ts'
import { PostCard } from '#features/posts/web/PostCard.tsx'
import { Marked } from '#features/search/web/Marked.tsx'
import { searchQuery } from '#features/search/web/queries.ts'
import { SearchNames } from '#features/search/web/SearchNames.tsx'
import { SearchSummary } from '#features/search/web/SearchSummary.tsx'
import { texts } from '#features/search/web/texts.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'

type Props = { q: string; choice: Choice; filters: ReactNode; ad: ReactNode }

/** The results of a search with the matches highlighted, and the corrected query if there is one. */
export const SearchResults = ({ q, choice, filters, ad }: Props) => {
  const query = searchQuery({ q, ...choice })
  const results = useInfiniteQuery(query).data?.pages.flat() ?? []
  const correctedTo = results[0]?.correctedTo
  const firstPartial = results.find(({ isPartial }) => isPartial)?.id
  return (
    <>
      <h1 className="mb-3 line-clamp-3 text-xl font-semibold tracking-tight">{texts.heading(q)}</h1>
      {correctedTo && (
        <p className="-mt-2 mb-3 text-sm text-muted">
          {texts.insteadOf(q)} {texts.corrected}{' '}
          <SiteLink href={paths.search(correctedTo)} className="font-medium text-accent hover:underline">
            {correctedTo}
          </SiteLink>
        </p>
      )}
      <SearchNames q={q} />
      {filters}
      <SearchSummary first={results[0]} />
      <Feed
        label={texts.feed}
        query={query}
        itemsIn={(page) => page}
        ad={ad}
        empty={<NothingFound />}
        hasPages
      >
        {(result, place) => (
          <>
            {result.id === firstPartial && <PartialHeading />}
            <PostCard
              post={result}
              place={place}
              eager={place.position <= 2}
              marking={{
                title: <Marked text={result.marked.title} />,
                description: <Marked text={result.marked.description} />,
                prompt: (from, to) => <Marked text={result.marked.prompt} from={from} to={to} />,
              }}
            />
          </>
        )}
      </Feed>
    </>
  )
}

/** An article, because a feed can contain only articles (WAI-ARIA `feed` role). */
const PartialHeading = () => (
  <article aria-label={texts.partial} className="mt-5 mb-3">
    <h2 className="text-base font-semibold">{texts.partial}</h2>
    <p className="text-sm text-muted">{texts.partialHint}</p>
  </article>
)

const NothingFound = () => (
  <EmptyState
    title={texts.empty}
    action={
      <SiteLink href={paths.home} className={buttonClasses('plain')}>
        {texts.showAll}
      </SiteLink>
    }
  >
    <p>{texts.hint}</p>
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
      {texts.hints.map(([example, meaning]) => (
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
