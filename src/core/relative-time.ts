const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** Formats a time as "3 hours ago" in the reader's language. A time less than a minute ago is "now". */
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
 * Caches formatters because constructing one costs more than a hundred calls to it. The map stays small: a
 * browser has a single reader, and the server renders a single locale.
 */
const formatOf = (locale: string): Intl.RelativeTimeFormat => {
  const cached = formats.get(locale)
  if (cached) return cached
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  formats.set(locale, format)
  return format
}
