import { CARD_ATTRIBUTE, memberLinkOf } from './member-link.ts'

/** How long the pointer or the focus must stay on a link. */
const SHOW_MS = 400
/** How long the pointer may take from the link to its card (WCAG 1.4.13, hoverable). */
const HIDE_MS = 250

type Show = (link: HTMLAnchorElement | null) => void

/**
 * Decides whose card is shown, from what happens in the document, and passes the link to `show`; null hides the card.
 * A card stays while its link or the card itself has the pointer or the focus. Escape hides it until both have left the
 * link (WCAG 1.4.13, dismissible and persistent).
 */
export const createCardIntent = (show: Show) => {
  let shown: HTMLAnchorElement | null = null
  let dismissed: HTMLAnchorElement | null = null
  let next: HTMLAnchorElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const set = (link: HTMLAnchorElement | null) => {
    clearTimeout(timer)
    next = shown = link
    show(link)
  }
  const schedule = (link: HTMLAnchorElement | null, delay: number) => {
    if (link === next) return
    clearTimeout(timer)
    next = link
    // Back on what is shown, so that it stays.
    if (link !== shown) timer = setTimeout(() => set(link), delay)
  }
  const enter = (link: HTMLAnchorElement) => {
    if (link !== dismissed) schedule(link, SHOW_MS)
  }
  const isInCard = (target: EventTarget | null) =>
    target instanceof Element && target.closest(`[${CARD_ATTRIBUTE}]`) !== null
  // The focus of a click does not count, or the card would stay after its button was pressed.
  const hasFocus = () => {
    const { activeElement } = document
    return activeElement?.matches(':focus-visible') && (activeElement === shown || isInCard(activeElement))
  }

  const over = (event: Event) => {
    const link = memberLinkOf(event)
    if (link !== dismissed) dismissed = null
    if (link) enter(link)
    else if (isInCard(event.target)) schedule(shown, 0)
    else if (!hasFocus()) schedule(null, HIDE_MS)
  }
  const focus = (event: Event) => {
    const link = memberLinkOf(event)
    if (link !== dismissed) dismissed = null
    const isShown = link ? link === shown : isInCard(event.target)
    if (isShown) schedule(shown, 0)
    else if (next) set(null)
    if (link) enter(link)
  }
  const press = (event: Event) => {
    if (next && !isInCard(event.target)) set(null)
  }
  const leaveWindow = () => {
    if (!hasFocus()) schedule(null, HIDE_MS)
  }

  return {
    enter,
    dismiss: () => {
      dismissed = shown
      set(null)
    },
    /** Returns a function that stops listening. */
    listen: () => {
      const stop = new AbortController()
      const { signal } = stop
      document.addEventListener('pointerover', over, { signal })
      document.addEventListener('focusin', focus, { signal })
      document.addEventListener('pointerdown', press, { signal })
      document.documentElement.addEventListener('pointerleave', leaveWindow, { signal })
      return () => {
        clearTimeout(timer)
        stop.abort()
      }
    },
  }
}

export type CardIntent = ReturnType<typeof createCardIntent>
