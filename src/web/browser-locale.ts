import { startTransition, useEffect, useState } from 'react'
import { useIsHydrating } from './use-hydrated.ts'

/**
 * Returns the browser's language after hydration; null until then, because the rendered text must match the server's. A
 * page can show a hundred times, so the browser may do other work while they are rendered again.
 */
export const useBrowserLocale = (): string | null => {
  const isHydrating = useIsHydrating()
  const [locale, setLocale] = useState(() => (isHydrating ? null : getSupportedLocale(navigator.language)))
  useEffect(() => {
    if (locale === null) startTransition(() => setLocale(getSupportedLocale(navigator.language)))
  }, [locale])
  return locale
}

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
