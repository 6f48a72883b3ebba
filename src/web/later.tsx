import { type ComponentType, type FunctionComponent, useEffect } from 'react'
import { createStore, useStore } from '#web/store.ts'

/** A component whose code is fetched when it is first drawn, or ahead by `prepare`. */
export type Later<P extends object> = FunctionComponent<P> & { prepare(): void }

/**
 * Draws nothing until the code is there, and then at once: React's own `lazy` holds what it reveals
 * back for up to 300 ms, and takes the page down when the network fails.
 */
export const later = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Later<P> => {
  const loaded = createStore<ComponentType<P> | null>(null)
  let isAsked = false
  const prepare = () => {
    if (isAsked) return
    isAsked = true
    load().then(
      ({ default: part }) => loaded.set(part),
      () => {
        isAsked = false
      },
    )
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called at the top of a module, once for each part
  const Part = (props: P) => {
    const Loaded = useStore(loaded, null)
    useEffect(prepare, [])
    return Loaded && <Loaded {...props} />
  }
  return Object.assign(Part, { prepare })
}
