import { lazyWithPreload } from '../lazy-with-preload.tsx'
import { useStore } from '../store.ts'
import { toastStore } from './toast.ts'

const ToastParts = lazyWithPreload(() => import('./ToastParts.tsx'))

/** Loads the code in advance, for callers that may have to report a lost network connection. */
export const preloadToasts = ToastParts.preload

let hasShown = false

/** Renders the current toast; mounted once, in the layout. Its code is loaded with the first toast. */
export const Toasts = () => {
  const current = useStore(toastStore, null)
  hasShown ||= current !== null
  return hasShown && <ToastParts current={current} />
}
