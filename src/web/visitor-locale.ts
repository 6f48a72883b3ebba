import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** The visitor's language once the page has hydrated; null before, when the text must be what the server wrote. */
export const useVisitorLocale = (): string | null =>
  useSyncExternalStore(
    never,
    () => navigator.language,
    () => null,
  )
