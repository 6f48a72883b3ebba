import type { ReactNode } from 'react'
import { formatRelativeTime } from '#core/relative-time.ts'
import { useBrowserLocale } from '../browser-locale.ts'

type Props = { iso: string; className?: string; children?: ReactNode }

/** '3 hours ago', or `children`, with the exact time on hover. */
export const RelativeTime = ({ iso, className, children }: Props) => {
  const locale = useBrowserLocale()
  return (
    // The relative time may differ between server-side rendering and hydration.
    <time dateTime={iso} title={exactTime(iso, locale)} className={className} suppressHydrationWarning>
      {children ?? formatRelativeTime(iso, Date.now(), locale ?? 'en')}
    </time>
  )
}

/** Empty on the server, which knows neither the visitor's language nor their time zone. */
const exactTime = (iso: string, locale: string | null): string =>
  locale
    ? new Date(iso).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short' })
    : `${iso.slice(0, 16).replace('T', ' ')} UTC`
