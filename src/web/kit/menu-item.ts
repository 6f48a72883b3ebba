import type { ComponentType } from 'react'

export type MenuItem = {
  label: string
  icon?: ComponentType<{ size?: number }>
  /** Follows a link of the site … */
  href?: string
  /** … or does something. */
  onSelect?(): void
  disabled?: boolean
  tone?: 'danger'
  /** Given: the item is one of a choice. */
  checked?: boolean
  /** A line above it. */
  separated?: boolean
}
