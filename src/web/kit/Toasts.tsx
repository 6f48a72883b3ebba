import { lazy, Suspense } from 'react'
import { useStore } from '#web/store.ts'
import { toasts } from './toast.ts'

const ToastParts = lazy(() => import('./ToastParts.tsx'))

let hasShown = false

/** Where toasts appear; stands once in the layout. Its code comes with the first toast. */
export const Toasts = () => {
  const current = useStore(toasts, null)
  hasShown ||= current !== null
  return (
    hasShown && (
      <Suspense>
        <ToastParts current={current} />
      </Suspense>
    )
  )
}
