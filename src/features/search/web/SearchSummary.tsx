import { askToSignIn } from '#features/identity/web/ask-to-sign-in.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import type { SearchResult } from '#features/search/contract.ts'
import { texts } from '#features/search/web/texts.ts'

/**
 * The number of results, the number of ignored words, and a hint for visitors that members can search more.
 */
export const SearchSummary = ({ first }: { first: SearchResult | undefined }) => {
  const isVisitor = useCurrentUser() === null
  const { found = null, ignoredTerms = 0 } = first ?? {}
  if (!isVisitor && found === null) return null
  return (
    <div className="my-3 flex flex-col gap-1 text-sm text-muted">
      {found && <p>{found.count === 0 ? texts.noneHasAll : texts.count(found)}</p>}
      {ignoredTerms > 0 && <p>{texts.ignored(ignoredTerms)}</p>}
      {isVisitor && (
        <p>
          {texts.signInHint}{' '}
          <button
            type="button"
            onClick={() => askToSignIn('login')}
            className="font-medium text-accent hover:underline"
          >
            {texts.signIn}
          </button>
        </p>
      )}
    </div>
  )
}
