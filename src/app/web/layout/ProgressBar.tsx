import { texts } from '#app/web/layout/texts.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { useStore } from '#web/store.ts'

/** Shows that the next page is loading, once that takes longer than 300 ms. */
export const ProgressBar = () =>
  useStore(useNavigation().isLoading, false) && (
    <div role="progressbar" aria-label={texts.loading} className="late-progress" />
  )
