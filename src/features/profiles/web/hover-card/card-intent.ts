import { findMemberLink, MEMBER_CARD_ATTRIBUTE } from './member-link.ts'

/** The delay before a card is shown for a hovered or focused link. */
const SHOW_MS = 400
/** How long the pointer may take to move from the link to the card (WCAG 1.4.13, hoverable). */
const HIDE_MS = 250

type Show = (link: HTMLAnchorElement | null) => void

/**
 * Decides from document events which member's card is shown, and passes the link to `show`; null hides the card. The
 * card remains while the link or the card itself is hovered or focused. Escape hides it until the pointer and the focus
 * have left the link (WCAG 1.4.13, dismissible and persistent).
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
    // If the pointer has returned to the link or its card, the pending change is cancelled.
    if (link !== shown) timer = setTimeout(() => set(link), delay)
  }
  const enter = (link: HTMLAnchorElement) => {
    if (link !== dismissed) schedule(link, SHOW_MS)
  }
  const isInCard = (target: EventTarget | null) =>
    target instanceof Element && target.closest(`[${MEMBER_CARD_ATTRIBUTE}]`) !== null
  // Ignores focus that results from a click, because the card would otherwise remain after one of its buttons is
  // clicked.
  const hasFocus = () => {
    const { activeElement } = document
    return activeElement?.matches(':focus-visible') && (activeElement === shown || isInCard(activeElement))
  }

  const over = (event: Event) => {
    const link = findMemberLink(event)
    if (link !== dismissed) dismissed = null
    if (link) enter(link)
    else if (isInCard(event.target)) schedule(shown, 0)
    else if (!hasFocus()) schedule(null, HIDE_MS)
  }
  const focus = (event: Event) => {
    const link = findMemberLink(event)
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
    /** Starts listening, and returns a function that stops it. */
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
