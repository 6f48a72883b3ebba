import { useEffect } from 'react'
import { createStore, useStore } from '#web/store.ts'

type Code = typeof import('./HiddenTextParts.tsx')

/** The code that marks what a prompt hides. It is loaded only for posts in which something has been found. */
export const hiddenTextCode = createStore<Code | null>(null)

export const loadHiddenText = async (): Promise<void> => {
  if (!hiddenTextCode.get()) hiddenTextCode.set(await import('./HiddenTextParts.tsx'))
}

/** Returns the code if something has been found and the code has loaded, otherwise null. */
export const useHiddenTextCode = (found: unknown): Code | null => {
  const code = useStore(hiddenTextCode, null)
  useEffect(() => {
    if (found) loadHiddenText().catch(() => {})
  }, [found])
  return found ? code : null
}
