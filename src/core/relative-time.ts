const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** Formats a time as "3 hours ago" in the reader's language; anything under a minute is "now". */
export const formatRelativeTime = (date: Date, now: number, locale = 'en'): string => {
  const seconds = Math.round((date.getTime() - now) / 1000)
  const format = formatOf(locale)
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit)
  }
  return format.format(0, 'second')
}

const formats = new Map<string, Intl.RelativeTimeFormat>()

/**
 * Cached, because constructing a formatter costs more than a hundred calls to it. The map stays small: a
 * browser has one reader, and the server renders one locale.
 */
const formatOf = (locale: string): Intl.RelativeTimeFormat => {
  const cached = formats.get(locale)
  if (cached) return cached
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  formats.set(locale, format)
  return format
}
