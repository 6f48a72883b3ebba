import type { KeyboardEvent } from 'react'
import { isComposing } from '#web/is-composing.ts'

/** The attribute of the links between which the arrow keys move. */
export const TREE_LINK = 'data-tree-link'

/**
 * Lets the arrow keys move the focus within nested lists of links: up and down to the link before or after, left to the
 * link of the item above, right to the first link below, Home and End to the first and the last link.
 */
export const walkTree = (event: KeyboardEvent<HTMLElement>): void => {
  if (isComposing(event) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const { currentTarget: tree, target } = event
  if (!(target instanceof HTMLElement) || !target.hasAttribute(TREE_LINK)) return
  const links = [...tree.querySelectorAll<HTMLElement>(`[${TREE_LINK}]`)].filter((link) =>
    link.checkVisibility(),
  )
  const index = links.indexOf(target)
  const item = target.closest('li')
  const linkOf = (element: Element | null | undefined) => links.find((link) => link.closest('li') === element)
  const next = {
    ArrowUp: links[index - 1],
    ArrowDown: links[index + 1],
    ArrowLeft: linkOf(item?.parentElement?.closest('li')),
    ArrowRight: linkOf(item?.querySelector('li')),
    Home: links[0],
    End: links.at(-1),
  }[event.key]
  if (!next) return
  event.preventDefault()
  next.focus()
}
