import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/**
 * Returns the browser's language after hydration; null until then, because the rendered text must match the server's.
 */
export const useBrowserLocale = (): string | null =>
  useSyncExternalStore(
    neverChanges,
    () => getSupportedLocale(navigator.language),
    () => null,
  )

/**
 * Returns the given locale if `Intl` accepts it, otherwise the closest valid tag or, failing that, English.
 * Some browsers report the name of the system locale (`C`, `en-US@posix`), for which `Intl` throws an error.
 */
export const getSupportedLocale = (locale: string): string => {
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
