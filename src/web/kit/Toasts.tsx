import { later } from '#web/later.tsx'
import { useStore } from '#web/store.ts'
import { toasts } from './toast.ts'

const ToastParts = later(() => import('./ToastParts.tsx'))

/** Loads the code in advance, for callers that may have to report a lost network. */
export const prepareToasts = ToastParts.prepare

let hasShown = false

/** Renders the current toast; used once, in the layout. Its code is loaded with the first toast. */
export const Toasts = () => {
  const current = useStore(toasts, null)
  hasShown ||= current !== null
  return hasShown && <ToastParts current={current} />
}
