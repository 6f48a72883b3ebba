import type { ComponentType } from 'react'

export type MenuItem = {
  label: string
  icon?: ComponentType<{ size?: number }>
  /** A link within the site. */
  href?: string
  /** The action of an item without `href`. */
  onSelect?(): void
  disabled?: boolean
  tone?: 'danger'
  /** If set, the item is a radio item. */
  checked?: boolean
  /** Shows a separator above the item. */
  separated?: boolean
}
