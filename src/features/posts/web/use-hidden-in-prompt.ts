import { useDeferredValue, useMemo } from 'react'
import type { HiddenText } from '../contract.ts'
import { useHiddenTextCode } from './hidden-text-code.ts'

/** Returns what a text hides that the server has not searched, once the code for it has loaded; undefined if it hides nothing. */
export const useHiddenInPrompt = (text: string): readonly HiddenText[] | undefined => {
  const code = useHiddenTextCode(text)
  const searched = useDeferredValue(text)
  const found = useMemo(() => code?.listHiddenInPrompt(searched), [code, searched])
  return found?.length ? found : undefined
}
