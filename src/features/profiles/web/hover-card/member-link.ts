import { paths } from '#core/paths.ts'

/** Marks a card, whose own links open no other one. */
export const CARD_ATTRIBUTE = 'data-member-card'

const PROFILE = paths.profile('')

/**
 * The link to another page's profile that an event is about, in the content of the page. The header, the sidebar and
 * dialogs have no cards, and neither have tabs of a profile. Fingers cannot hover, and a click is no keyboard focus.
 */
export const memberLinkOf = (event: Event): HTMLAnchorElement | null => {
  const { target } = event
  if (!(target instanceof Element)) return null
  if (event instanceof PointerEvent ? event.pointerType === 'touch' : !target.matches(':focus-visible'))
    return null
  const link = target.closest<HTMLAnchorElement>(
    `main a[href^="${PROFILE}"]:not([href*="?"], [aria-current])`,
  )
  return link?.closest(`[${CARD_ATTRIBUTE}]`) ? null : link
}

export const usernameIn = (link: HTMLAnchorElement): string =>
  decodeURIComponent(link.pathname.slice(PROFILE.length))
