import type { ReactNode } from 'react'
import { formatRelativeTime } from '#core/relative-time.ts'
import { useBrowserLocale } from '../browser-locale.ts'

type Props = { date: Date; className?: string; children?: ReactNode }

/** Shows a relative time ('3 hours ago') or `children`, with the exact time on hover. */
export const RelativeTime = ({ date, className, children }: Props) => {
  const locale = useBrowserLocale()
  return (
    // The relative time may differ between server-side rendering and hydration.
    <time
      dateTime={date.toISOString()}
      title={exactTime(date, locale)}
      className={className}
      suppressHydrationWarning
    >
      {children ?? formatRelativeTime(date, Date.now(), locale ?? 'en')}
    </time>
  )
}

/** Shows the date and time in the reader's language and time zone. */
export const ExactTime = ({ date }: { date: Date }) => {
  const locale = useBrowserLocale()
  return <RelativeTime date={date}>{exactTime(date, locale)}</RelativeTime>
}

/** Formats a time in UTC on the server, which knows neither the visitor's language nor their time zone. */
const exactTime = (date: Date, locale: string | null): string =>
  locale ? formatOf(locale).format(date) : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const formats = new Map<string, Intl.DateTimeFormat>()

/** Constructing a formatter costs more than a hundred calls to it. */
const formatOf = (locale: string): Intl.DateTimeFormat => {
  const cached = formats.get(locale)
  if (cached) return cached
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
  formats.set(locale, format)
  return format
}
