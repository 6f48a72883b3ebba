export type Encoding = 'br' | 'gzip' | 'identity'

/**
 * Picks the best supported encoding that an `Accept-Encoding` header allows; a weight of 0 excludes an
 * encoding.
 */
export const acceptedEncoding = (header = ''): Encoding =>
  BR.test(header) ? 'br' : GZIP.test(header) ? 'gzip' : 'identity'

const accepting = (name: string) =>
  new RegExp(`(^|[\\s,])${name}(?=\\s*(,|;|$))(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i')
const BR = accepting('br')
const GZIP = accepting('gzip')
