import { later } from '#web/later.tsx'
import { useStore } from '#web/store.ts'
import { toasts } from './toast.ts'

const ToastParts = later(() => import('./ToastParts.tsx'))

let hasShown = false

/** Where toasts appear; stands once in the layout. Its code comes with the first toast. */
export const Toasts = () => {
  const current = useStore(toasts, null)
  hasShown ||= current !== null
  return hasShown && <ToastParts current={current} />
}
