const FOCUSABLE = 'a[href], button'

/**
 * The keys of a card that is shown: Escape hides it and acts on nothing else; Tab goes from the link into the card, and
 * from its end to what follows the link, although the card is at the end of the page's content.
 */
export const cardKeys =
  (link: HTMLAnchorElement, card: HTMLElement, dismiss: () => void) =>
  (event: KeyboardEvent): void => {
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
      // The browser then moves the focus on from the link.
      link.focus()
    }
  }
