import { paths } from '#core/paths.ts'
import type { PostCard } from '../../contract.ts'

/** Moves the keyboard focus to the card after the deleted one or, if there is none, to the card before it. */
export const focusNextCard = (id: number): void => {
  const card = document.querySelector(`[data-card="${id}"]`)
  const neighbor = [card?.nextElementSibling, card?.previousElementSibling].find((element) =>
    element?.matches('[data-card]'),
  )
  // Waits until the dialog has returned focus to the card that is being deleted.
  setTimeout(() => neighbor?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true }), 50)
}

/**
 * Returns whether the current page is the post's page, at any of its URLs, or the page of one of its comments
 * (docs/spec/pages.md#post-links).
 */
export const isPostPage = (post: PostCard, pathname: string): boolean =>
  [paths.post(post), paths.postById(post.id)].some(
    (path) => pathname === path || pathname.startsWith(`${path}/comment/`),
  )
