import type { ComponentProps } from 'react'
import type { Field } from '#web/kit/Field.tsx'
import { createStore, useStore } from '#web/store.ts'

/** While true, every field that `makeFail` has wrapped throws when it is rendered, also those that are on the page. */
export const fieldsFail = createStore(false)

/** Returns a field that fails on request. */
export const makeFail = (Original: typeof Field) => (props: ComponentProps<typeof Field>) => {
  if (useStore(fieldsFail, false)) throw new Error('A field has failed')
  return <Original {...props} />
}
