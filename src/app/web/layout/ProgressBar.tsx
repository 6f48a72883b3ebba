import { useRouterState } from '@tanstack/react-router'
import { texts } from '#app/web/layout/texts.ts'

/** Shows that the next page is on its way, once that takes longer than 300 ms. */
export const ProgressBar = () => {
  const isLoading = useRouterState({
    select: (state) => state.isLoading && state.location !== state.resolvedLocation,
  })
  return isLoading && <div role="progressbar" aria-label={texts.loading} className="late-progress" />
}
