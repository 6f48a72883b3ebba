import type { ReactNode } from 'react'
import { later } from '#web/later.tsx'

const DialogParts = later(() => import('./DialogParts.tsx'))

/** Fetches the dialog's code ahead, when a pointer comes near what opens one. */
export const prepareDialog = DialogParts.prepare

export type DialogProps = {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description?: ReactNode
  /** `wide` for editors and previews. */
  size?: 'normal' | 'wide'
  children: ReactNode
}

/** Named by its title; traps focus and gives it back; a full-height sheet on phones. Loads when first opened. */
export const Dialog = (props: DialogProps) => props.open && <DialogParts {...props} />
