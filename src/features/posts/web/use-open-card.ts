import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

// What has a meaning of its own: clicking there is not clicking the card.
const OWN = 'a, button, input, select, textarea, label, summary, video, [data-own]'

/** A card's free area opens its post; ctrl, cmd or the middle button opens a new tab (section 2). */
export const useOpenCard = (href: string) => {
  const router = useRouter()
  const open = (event: MouseEvent<HTMLElement>): void => {
    if (event.defaultPrevented || !isFree(event) || hasSelection()) return
    if (event.ctrlKey || event.metaKey || event.button === 1) window.open(href, '_blank', 'noopener')
    else router.history.push(href)
  }
  return {
    onClick: open,
    onAuxClick: (event: MouseEvent<HTMLElement>) => event.button === 1 && open(event),
    // Or the middle button would begin to scroll.
    onMouseDown: (event: MouseEvent<HTMLElement>) =>
      event.button === 1 && isFree(event) && event.preventDefault(),
  }
}

const isFree = ({ target, currentTarget }: MouseEvent<HTMLElement>): boolean =>
  target instanceof Element && currentTarget.contains(target) && target.closest(OWN) === null

const hasSelection = (): boolean => {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.toString() !== ''
}
