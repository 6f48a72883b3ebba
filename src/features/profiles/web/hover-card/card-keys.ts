import { isComposing } from '#web/is-composing.ts'

const FOCUSABLE = 'a[href], button'

/**
 * Returns the keyboard handler for a visible card. Escape hides the card and does nothing else. Tab moves from the link
 * into the card, and from the end of the card to the element after the link, although the card is at the end of the
 * document.
 */
export const createCardKeyHandler =
  (link: HTMLAnchorElement, card: HTMLElement, dismiss: () => void) =>
  (event: KeyboardEvent): void => {
    if (isComposing(event)) return
    const active = document.activeElement
    const isInside = card.contains(active)
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      dismiss()
      if (isInside) link.focus({ preventScroll: true })
    }
    if (event.key !== 'Tab') return
    const controls = [...card.querySelectorAll<HTMLElement>(FOCUSABLE)]
    if (active === link && !event.shiftKey) {
      event.preventDefault()
      controls[0]?.focus()
    } else if (isInside && active === controls[0] && event.shiftKey) {
      event.preventDefault()
      link.focus()
    } else if (isInside && active === controls.at(-1) && !event.shiftKey) {
      // The browser's default action then moves focus from the link to the next element.
      link.focus()
    }
  }
