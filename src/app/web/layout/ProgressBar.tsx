import { useHydrated, useRouterState } from '@tanstack/react-router'
import { texts } from '#app/web/layout/texts.ts'

/** Shows that the next page is on its way, once that takes longer than 300 ms. */
export const ProgressBar = () => {
  const isLoading = useRouterState({
    select: (state) => state.isLoading && state.location !== state.resolvedLocation,
  })
  // Who goes back at once, before the page has hydrated, must not hydrate another page.
  const hydrated = useHydrated()
  return (
    isLoading && hydrated && <div role="progressbar" aria-label={texts.loading} className="late-progress" />
  )
}
