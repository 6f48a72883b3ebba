import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { postTypes } from '#core/model-catalogue.ts'
import { paths } from '#core/paths.ts'
import { showcaseQuery } from '#features/feeds/web/queries.ts'
import { HomeOptimizer } from '#features/optimizer/web/HomeOptimizer.tsx'
import { SearchField } from '#features/search/web/SearchField.tsx'
import { Button } from '#web/kit/Button.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { feedTexts } from './feed-texts.ts'
import { HomeShowcase } from './HomeShowcase.tsx'
import { HERO_SEARCH_ID } from './layout/SearchForm.tsx'

/**
 * The hero that visitors see, with a type filter, a search field, three example searches and two prompts beside what they
 * have produced (docs/spec/pages.md#home). Works without JavaScript as a plain form. It is short enough that the first
 * posts are visible below it.
 */
export const HomeHero = () => {
  const navigation = useNavigation()
  const input = useRef<HTMLInputElement>(null)
  const { data } = useQuery(showcaseQuery)
  return (
    <div className="-mt-2">
      <h1 className="text-xl leading-7 font-semibold tracking-tight narrow:text-lg narrow:leading-7">
        {feedTexts.heroTitle}
      </h1>
      <p className="text-muted narrow:text-sm">
        {data && data.count > 0 && <span>{`${feedTexts.heroCount(data.count)} `}</span>}
        <span>{feedTexts.heroText}</span>
      </p>
      <search>
        <form
          action={paths.home}
          onSubmit={(event) => {
            event.preventDefault()
            void navigation.push(hrefOf(new FormData(event.currentTarget)))
          }}
          className="hero-form"
        >
          <select
            name="types"
            aria-label={feedTexts.heroType}
            className="px-2.5 text-sm narrow:w-24 narrow:px-1.5"
          >
            <option value="">{feedTexts.heroAnyType}</option>
            {postTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
          <SearchField
            ref={input}
            id={HERO_SEARCH_ID}
            listId="hero-suggestions"
            aria-label={feedTexts.heroSearch}
            placeholder={feedTexts.heroPlaceholder}
            className="min-w-0 grow px-3 text-base"
          />
          <Button type="submit" variant="primary">
            {feedTexts.heroSubmit}
          </Button>
        </form>
      </search>
      <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        {feedTexts.heroExamples.map((q) => (
          <SiteLink
            key={q}
            href={paths.search(q)}
            className="control inline-flex items-center hover:text-ink underline"
          >
            {q}
          </SiteLink>
        ))}
        <HomeOptimizer isInline />
      </div>
      {data && <HomeShowcase posts={data.posts} />}
    </div>
  )
}

const hrefOf = (form: FormData): string => {
  const search = new URLSearchParams()
  for (const name of ['q', 'types']) {
    const value = String(form.get(name) ?? '').trim()
    if (value) search.set(name, value)
  }
  return search.size ? `${paths.home}?${search}` : paths.home
}
