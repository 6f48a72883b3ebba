import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** The browser's language after hydration; null before that, because the text must match the server's. */
export const useBrowserLocale = (): string | null =>
  useSyncExternalStore(
    neverChanges,
    () => usableLocale(navigator.language),
    () => null,
  )

/**
 * The locale itself if `Intl` accepts it, otherwise the closest valid tag, otherwise English. Some browsers
 * report the system locale's name (`C`, `en-US@posix`), with which `Intl` throws.
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
