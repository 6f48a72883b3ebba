const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** '3 hours ago' in the reader's language; under a minute it is 'now'. */
export const relativeTime = (iso: string, now: number, locale = 'en'): string => {
  const seconds = Math.round((new Date(iso).getTime() - now) / 1000)
  const format = formatOf(locale)
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit)
  }
  return format.format(0, 'second')
}

const formats = new Map<string, Intl.RelativeTimeFormat>()

/** Making one costs more than using it a hundred times. Few languages are ever asked for: one process has one reader, or none. */
const formatOf = (locale: string): Intl.RelativeTimeFormat => {
  const had = formats.get(locale)
  if (had) return had
  const made = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  formats.set(locale, made)
  return made
}
