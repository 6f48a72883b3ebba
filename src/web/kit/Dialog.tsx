import { lazyWithPreload } from '../lazy-with-preload.tsx'
import type { DialogProps } from './DialogParts.tsx'

const DialogParts = lazyWithPreload(() => import('./DialogParts.tsx'))

/** Loads the dialog code in advance, when the pointer approaches a button that opens a dialog. */
export const preloadDialog = DialogParts.preload

/**
 * A modal dialog named by its title that traps and returns focus; a sheet at the bottom on phones. Loaded when
 * first opened.
 */
export const Dialog = (props: DialogProps) => props.open && <DialogParts {...props} />
