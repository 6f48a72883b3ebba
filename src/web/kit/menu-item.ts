import type { IconName } from '#core/icon-names.ts'

/**
 * Returns the container for content that floats next to an element: the element's landmark, or the open native dialog,
 * outside of which everything is inert.
 */
export const getPortalContainer = (element: Element | null): Element =>
  element?.closest('dialog, header, main, aside') ?? document.body

export type MenuItem = {
  label: string
  icon?: IconName
  /** The URL of a page on the site or, if `isFile` is set, of one of the site's files. */
  href?: string
  isFile?: boolean
  /** The action of an item without `href`. */
  onSelect?(): void
  disabled?: boolean
  tone?: 'danger'
  /** Whether the radio item is checked; undefined if the item is not a radio item. */
  checked?: boolean
  /** Whether to show a separator above the item. */
  separated?: boolean
}
