import { later } from '#web/later.tsx'
import { useStore } from '#web/store.ts'
import { toasts } from './toast.ts'

const ToastParts = later(() => import('./ToastParts.tsx'))

/** Fetches their code ahead, for what may have to say that the network is gone. */
export const prepareToasts = ToastParts.prepare

let hasShown = false

/** Where toasts appear; stands once in the layout. Its code comes with the first toast. */
export const Toasts = () => {
  const current = useStore(toasts, null)
  hasShown ||= current !== null
  return hasShown && <ToastParts current={current} />
}
