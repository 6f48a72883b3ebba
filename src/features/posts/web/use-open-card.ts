import type { MouseEvent } from 'react'
import { useNavigation } from '#web/navigation/navigation-context.ts'

// What has a meaning of its own: clicking there is not clicking the card.
const OWN = 'a, button, input, select, textarea, label, summary, video, [data-own]'

/** A card's free area opens its post; ctrl, cmd or the middle button opens a new tab (section 2). */
export const useOpenCard = (href: string) => {
  const navigation = useNavigation()
  const open = (event: MouseEvent<HTMLElement>): void => {
    if (event.defaultPrevented || !isFree(event) || hasSelection()) return
    if (event.ctrlKey || event.metaKey || event.button === 1) window.open(href, '_blank', 'noopener')
    else void navigation.push(href)
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
