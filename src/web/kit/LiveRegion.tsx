import { createStore, useStore } from '../store.ts'

const announcement = createStore('')

/**
 * Announces text politely to assistive technology. A non-breaking space is added when needed so that repeated
 * text is spoken again.
 */
export const announce = (text: string): void => {
  announcement.set(announcement.get() === text ? `${text}\u00a0` : text)
}

/** The live region for `announce`; rendered once, in the layout. */
export const LiveRegion = () => (
  <div role="status" aria-live="polite" className="sr-only">
    {useStore(announcement, '')}
  </div>
)
