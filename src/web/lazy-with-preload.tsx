import { type ComponentType, type FunctionComponent, useEffect } from 'react'
import { createStore, useStore } from './store.ts'

/** A component whose code is loaded when it is first rendered, or earlier by `preload`. */
export type LazyComponent<P extends object> = FunctionComponent<P> & { preload(): void }

/**
 * Returns a component that renders nothing until its code has loaded, and then renders immediately. React's
 * own `lazy` delays the content by up to 300 ms and breaks the page if the network fails.
 */
export const lazyWithPreload = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyComponent<P> => {
  const loaded = createStore<ComponentType<P> | null>(null)
  let isRequested = false
  const preload = () => {
    if (isRequested) return
    isRequested = true
    load().then(
      ({ default: component }) => loaded.set(component),
      () => {
        isRequested = false
      },
    )
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called at the top level of a module, once per component
  const Lazy = (props: P) => {
    const Loaded = useStore(loaded, null)
    useEffect(preload, [])
    return Loaded && <Loaded {...props} />
  }
  return Object.assign(Lazy, { preload })
}
