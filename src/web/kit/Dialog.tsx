import { later } from '#web/later.tsx'
import type { DialogProps } from './dialog-props.ts'

const DialogParts = later(() => import('./DialogParts.tsx'))

/** Loads the dialog's code in advance, when the pointer approaches a button that opens one. */
export const prepareDialog = DialogParts.prepare

/**
 * A modal dialog named by its title that traps and returns focus; a full-height sheet on phones. Loaded when
 * first opened.
 */
export const Dialog = (props: DialogProps) => props.open && <DialogParts {...props} />
