import { useQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { suggestionsQuery } from '#features/search/web/queries.ts'
import { buildSuggestionGroups } from '#features/search/web/suggestion-groups.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { usePageLocation } from '#web/navigation/navigation-context.ts'
import { getSearchWordsFromPath } from './search-words-from-path.ts'
import { notFoundSuggestionTexts } from './suggestion-texts.ts'

/**
 * Suggestions for an unknown path: posts, topics and members with similar names, and a search for its words if there are any.
 * Loaded after hydration so that requests for unknown paths cannot make the server search.
 */
const NotFoundSuggestions = () => {
  const words = getSearchWordsFromPath(usePageLocation().pathname)
  const { data } = useQuery(suggestionsQuery(words))
  const groups = buildSuggestionGroups(data)
  if (groups.length === 0) return null
  return (
    <>
      <SiteLink href={paths.search(words)} className={buttonClasses('plain', 'max-w-full')}>
        <span className="truncate">{notFoundSuggestionTexts.searchInstead(words)}</span>
      </SiteLink>
      <section aria-label={notFoundSuggestionTexts.didYouMean} className="mt-4 w-full">
        <h2 className="mb-1 text-base font-semibold">{notFoundSuggestionTexts.didYouMean}</h2>
        {groups.map(({ label, options }) => (
          <div key={label} className="flex items-baseline gap-x-3">
            <h3 className="w-14 flex-none text-sm text-muted">{label}</h3>
            <ul className="min-w-0 grow">
              {options.map(({ key, href, label }) => (
                <li key={key}>
                  <SiteLink
                    href={href}
                    dir="auto"
                    className="control inline-flex max-w-full items-center text-accent hover:underline"
                  >
                    {label}
                  </SiteLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </section>
    </>
  )
}

export default NotFoundSuggestions
