import { useDeferredValue } from 'react'
import { lazyDialog } from '../lazy-with-preload.tsx'
import type { DialogProps } from './DialogParts.tsx'

const DialogParts = lazyDialog(() => import('./DialogParts.tsx'))

/** Loads the dialog code in advance, when the pointer approaches a button that opens a dialog. */
export const preloadDialog = DialogParts.preload

/**
 * A modal dialog that is named by its title and that traps and returns focus. On phones, it is a sheet at the
 * bottom of the screen. Its code is loaded when it is first opened. The browser can paint the pressed button before the
 * dialog is rendered.
 */
export const Dialog = (props: DialogProps) =>
  useDeferredValue(props.open, false) && props.open && <DialogParts {...props} />
