import type { ComponentType } from 'react'
import { createStore, useStore } from '#web/store.ts'

/** The name of the component that throws when it is rendered, also where it is on the page already; null if none does. */
export const failingPart = createStore<string | null>(null)

/** Returns a component that throws on request. */
export const makeFail =
  <P extends object>(name: string, Original: ComponentType<P>) =>
  (props: P) => {
    if (useStore(failingPart, null) === name) throw new Error(`${name} has failed`)
    return <Original {...props} />
  }
