const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

type Unit = (typeof UNITS)[number][0] | 'second'

/** Returns the number, which is negative in the past, and the unit by which a relative time is shown. Less than a minute is 0 seconds. */
export const roundAge = (time: number, now: number): [count: number, unit: Unit] => {
  const seconds = Math.round((time - now) / 1000)
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return [Math.trunc(seconds / size), unit]
  }
  return [0, 'second']
}

/** Formats a time as "3 hours ago" in the reader's language. A time less than a minute ago is "now". */
export const formatRelativeTime = (date: Date, now: number, locale = 'en'): string =>
  formatOf(locale).format(...roundAge(date.getTime(), now))

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
