import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** The visitor's language once the page has hydrated; null before, when the text must be what the server wrote. */
export const useVisitorLocale = (): string | null =>
  useSyncExternalStore(
    never,
    () => usableLocale(navigator.language),
    () => null,
  )

/**
 * The locale itself where `Intl` takes it, otherwise what it must mean, or the pages' own: browsers hand on the system's name,
 * which is `C` or `en-US@posix` on some, and whoever formats with that fails.
 */
export const usableLocale = (locale: string): string => {
  for (const tag of [locale, (locale.split(/[@.]/)[0] ?? '').replace('_', '-')]) if (isTag(tag)) return tag
  return 'en'
}

const isTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}
