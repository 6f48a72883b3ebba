import { paths } from '#core/paths.ts'

/** The attribute that marks a card. Links within a card do not open another card. */
export const MEMBER_CARD_ATTRIBUTE = 'data-member-card'

const PROFILE = paths.profile('')

/**
 * Returns the profile link that a pointer or focus event targets, or null. Only links in the page's content
 * have a card, excluding tabs of a profile and links to the current page. Touch events are ignored because
 * fingers cannot hover. Focus that results from a click is also ignored.
 */
export const findMemberLink = (event: Event): HTMLAnchorElement | null => {
  const { target } = event
  if (!(target instanceof Element)) return null
  if (event instanceof PointerEvent ? event.pointerType === 'touch' : !target.matches(':focus-visible'))
    return null
  const link = target.closest<HTMLAnchorElement>(
    `main a[href^="${PROFILE}"]:not([href*="?"], [aria-current])`,
  )
  return link?.closest(`[${MEMBER_CARD_ATTRIBUTE}]`) ? null : link
}

export const getUsernameFromLink = (link: HTMLAnchorElement): string =>
  decodeURIComponent(link.pathname.slice(PROFILE.length))
