const formats = new Map<string, Intl.NumberFormat>()

/** 1234 as '1.2k', in the reader's language. */
export const compactNumber = (value: number, locale = 'en'): string => {
  let format = formats.get(locale)
  if (!format) {
    format = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
    formats.set(locale, format)
  }
  return format.format(value).replace('K', 'k')
}
