import { useBrowserLocale } from '../browser-locale.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** Formats 1234 as '1.2k', in the reader's language. */
export const formatCompactNumber = (value: number, locale = 'en'): string => {
  let format = formats.get(locale)
  if (!format) {
    format = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
    formats.set(locale, format)
  }
  return format.format(value).replace('K', 'k')
}

/** A compact count ('1.2k') that shows the exact count on hover. */
export const CompactNumber = ({ value, className }: { value: number; className?: string }) => {
  const locale = useBrowserLocale() ?? 'en'
  return (
    <span className={className} {...(Math.abs(value) < 1_000 ? {} : { title: value.toLocaleString(locale) })}>
      {formatCompactNumber(value, locale)}
    </span>
  )
}
