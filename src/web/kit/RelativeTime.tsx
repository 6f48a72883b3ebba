import type { ReactNode } from 'react'
import { relativeTime } from '#core/time.ts'
import { useVisitorLocale } from '#web/visitor-locale.ts'

type Props = { iso: string; className?: string; children?: ReactNode }

/** '3 hours ago', or the words given, with the exact time on hover. */
export const RelativeTime = ({ iso, className, children }: Props) => {
  const locale = useVisitorLocale()
  return (
    // Time passes between the server's rendering and the browser's.
    <time dateTime={iso} title={exactTime(iso, locale)} className={className} suppressHydrationWarning>
      {children ?? relativeTime(iso, Date.now(), locale ?? 'en')}
    </time>
  )
}

/** The server knows neither the visitor's language nor their time zone. */
const exactTime = (iso: string, locale: string | null): string =>
  locale
    ? new Date(iso).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short' })
    : `${iso.slice(0, 16).replace('T', ' ')} UTC`
