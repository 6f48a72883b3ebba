import { announced } from '#web/announce.ts'
import { useStore } from '#web/store.ts'

/** The live region for `announce`; rendered once, in the layout. */
export const LiveRegion = () => (
  <div role="status" aria-live="polite" className="sr-only">
    {useStore(announced, '')}
  </div>
)
