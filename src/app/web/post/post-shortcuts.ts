import { feedListTexts } from '#features/feeds/web/texts.ts'
import type { Shortcut } from '#web/shortcuts.ts'

/** The keyboard shortcuts on a post's own page, which are the same as those of feed cards. */
export const postShortcuts: readonly Shortcut[] = [
  { key: 'c', label: feedListTexts.cardComments, run: () => find('#comments textarea')?.focus() },
  { key: 'u', label: feedListTexts.upvoteCard, run: () => find('article [data-act="upvote"]')?.click() },
  { key: 'd', label: feedListTexts.downvoteCard, run: () => find('article [data-act="downvote"]')?.click() },
  { key: 'b', label: feedListTexts.bookmarkCard, run: () => find('article [data-act="bookmark"]')?.click() },
]

/** Finds the first matching element. The post's article comes before its comments' articles. */
const find = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`)
