import { paths } from '#core/paths.ts'
import { postTexts } from './texts.ts'

/** Returns the props of a card's link that filters a list by the post's type or model. */
export const getFilterLinkProps = (
  list: string,
  filter: 'types' | 'models',
  value: string,
  label: string,
) => ({
  href: paths.filtered(list, filter, value),
  'aria-label': postTexts.postsFor(label),
  // The link is never marked as current, because a reused fragment cannot know whether the list is already filtered.
  'aria-current': undefined,
  preload: false,
})
