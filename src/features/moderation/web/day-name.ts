/** Formats a UTC day such as '2026-11-22' as 'Nov 22' in the reader's language; '' stays ''. */
export const dayName = (day: string, locale: string): string =>
  day && new Date(day).toLocaleDateString(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
