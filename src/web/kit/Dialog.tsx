import { later } from '#web/later.tsx'
import type { DialogProps } from './dialog-props.ts'

const DialogParts = later(() => import('./DialogParts.tsx'))

/** Fetches the dialog's code ahead, when a pointer comes near what opens one. */
export const prepareDialog = DialogParts.prepare

/** Named by its title; traps focus and gives it back; a full-height sheet on phones. Loads when first opened. */
export const Dialog = (props: DialogProps) => props.open && <DialogParts {...props} />
