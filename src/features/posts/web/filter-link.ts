import { paths } from '#core/paths.ts'
import { texts } from './texts.ts'

/** The href and accessible name of the link from a card to a list of the posts of its type, or for its model. */
export const filterLink = (list: string, filter: 'types' | 'models', value: string, label: string) => ({
  href: paths.filtered(list, filter, value),
  'aria-label': texts.postsFor(label),
  // A reused fragment cannot tell whether its list is filtered already, so the link is never marked as current.
  'aria-current': undefined,
  preload: false,
})
