import { useEffect } from 'react'
import { lazyWithPreload } from '../lazy-with-preload.tsx'
import { useStore } from '../store.ts'
import { dismissToast, type Toast, toastStore } from './toast.ts'

const DURATION_MS = 5_000

type Props = { current: Toast | null }

/** Shows a toast's text without the code of toasts, which cannot be loaded if the network fails before the first toast. */
const PlainToast = ({ current }: Props) => {
  const id = current?.id
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => dismissToast(id), DURATION_MS)
    return () => clearTimeout(timer)
  }, [id])
  return (
    current && (
      <div key={id} role="alert" className="plain-toast">
        {current?.title} {current?.description}
      </div>
    )
  )
}

const ToastParts = lazyWithPreload(() => import('./ToastParts.tsx'), PlainToast)

/** Loads the code in advance, for callers that may have to report a lost network connection. */
export const preloadToasts = ToastParts.preload

let hasShown = false

/** Renders the current toast; mounted once, in the layout. Its code is loaded with the first toast. */
export const Toasts = () => {
  const current = useStore(toastStore, null)
  hasShown ||= current !== null
  return hasShown && <ToastParts current={current} />
}
