import type { ReactNode } from 'react'

export type DialogProps = {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description?: ReactNode
  /** `wide` for editors and previews. */
  size?: 'normal' | 'wide'
  children: ReactNode
}
