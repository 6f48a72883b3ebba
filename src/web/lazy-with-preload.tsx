import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react'
import { kitTexts } from './kit/texts.ts'
import { showToast } from './kit/toast.ts'
import { createStore, useStore } from './store.ts'

/** A component whose code is loaded when it is first rendered, or earlier by `preload`. */
export type LazyComponent<P extends object> = FunctionComponent<P> & { preload(): void }

/**
 * Returns a component that renders nothing until its code has loaded, and then renders immediately. React's
 * own `lazy` delays the content by up to 300 ms and breaks the page if the network fails. `Fallback` is rendered if the
 * code could not be loaded. It is requested again when the props change and when the network returns.
 */
export const lazyWithPreload = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  Fallback?: ComponentType<P>,
): LazyComponent<P> => {
  const loaded = createStore<ComponentType<P> | null>(null)
  const failures = createStore(0)
  let isRequested = false
  const preload = () => {
    if (isRequested) return
    isRequested = true
    load().then(
      ({ default: component }) => loaded.set(component),
      () => {
        isRequested = false
        failures.set(failures.get() + 1)
      },
    )
  }
  const Lazy = (props: P) => {
    const Loaded = useStore(loaded, null)
    const failed = useStore(failures, 0)
    const [failedBefore] = useState(failed)
    // biome-ignore lint/correctness/useExhaustiveDependencies: code that could not be loaded is requested again when the props change
    useEffect(() => {
      preload()
      addEventListener('online', preload)
      return () => removeEventListener('online', preload)
    }, [props])
    if (Loaded) return <Loaded {...props} />
    return Fallback && failed > failedBefore ? <Fallback key={failed} {...props} /> : null
  }
  return Object.assign(Lazy, { preload })
}

const FailureToast = () => {
  useEffect(() => showToast({ title: kitTexts.loadFailed, tone: 'danger' }), [])
  return null
}

/** Like `lazyWithPreload`, for what the user opens: if its code cannot be loaded, a toast says so. */
export const lazyDialog = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyComponent<P> => lazyWithPreload(load, FailureToast)
