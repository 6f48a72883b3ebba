import { relativeTime } from '#core/time.ts'
import { useVisitorLocale } from '#web/visitor-locale.ts'

/** '3 hours ago', with the exact time on hover. */
export const RelativeTime = ({ iso, className }: { iso: string; className?: string }) => {
  const locale = useVisitorLocale()
  return (
    // Time passes between the server's rendering and the browser's.
    <time dateTime={iso} title={exactTime(iso, locale)} className={className} suppressHydrationWarning>
      {relativeTime(iso, Date.now(), locale ?? 'en')}
    </time>
  )
}

/** The server knows neither the visitor's language nor their time zone. */
const exactTime = (iso: string, locale: string | null): string =>
  locale
    ? new Date(iso).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short' })
    : `${iso.slice(0, 16).replace('T', ' ')} UTC`
