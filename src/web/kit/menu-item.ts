import type { IconName } from '#core/icon-names.ts'

/**
 * Returns the container for content that floats next to an element: the element's landmark, or the open native dialog,
 * outside of which everything is inert.
 */
export const portalContainerOf = (element: Element | null): Element =>
  element?.closest('dialog, header, main, aside') ?? document.body

export type MenuItem = {
  label: string
  icon?: IconName
  /** The URL of a link within the site, or with `isFile` of one of the site's files. */
  href?: string
  isFile?: boolean
  /** The action of an item without `href`. */
  onSelect?(): void
  disabled?: boolean
  tone?: 'danger'
  /** If set, the item is a radio item and this is whether it is checked. */
  checked?: boolean
  /** Whether to show a separator above the item. */
  separated?: boolean
}
