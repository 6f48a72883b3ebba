import type { MouseEvent } from 'react'
import { useNavigation } from '#web/navigation/navigation-context.ts'

// Elements that handle clicks themselves; a click on them does not open the card.
const INTERACTIVE = 'a, button, input, select, textarea, label, summary, video, [data-own]'

/**
 * Opens the post on a click on the card's free area; ctrl, cmd or the middle button opens a new tab
 * (docs/spec/pages.md#post-card).
 */
export const useOpenCard = (href: string) => {
  const navigation = useNavigation()
  const open = (event: MouseEvent<HTMLElement>): void => {
    if (event.defaultPrevented || !isFreeArea(event) || hasSelection()) return
    if (event.ctrlKey || event.metaKey || event.button === 1) window.open(href, '_blank', 'noopener')
    else void navigation.push(href)
  }
  return {
    onClick: open,
    onAuxClick: (event: MouseEvent<HTMLElement>) => event.button === 1 && open(event),
    // Prevents the middle button from starting autoscroll.
    onMouseDown: (event: MouseEvent<HTMLElement>) =>
      event.button === 1 && isFreeArea(event) && event.preventDefault(),
  }
}

const isFreeArea = ({ target, currentTarget }: MouseEvent<HTMLElement>): boolean =>
  target instanceof Element && currentTarget.contains(target) && target.closest(INTERACTIVE) === null

const hasSelection = (): boolean => {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.toString() !== ''
}
