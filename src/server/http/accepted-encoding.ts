export type Encoding = 'br' | 'gzip' | 'plain'

/** The best encoding we write that an `Accept-Encoding` header takes; what is given the weight 0 is refused. */
export const acceptedEncoding = (header = ''): Encoding =>
  BR.test(header) ? 'br' : GZIP.test(header) ? 'gzip' : 'plain'

const named = (name: string) =>
  new RegExp(`(^|[\\s,])${name}(?=\\s*(,|;|$))(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i')
const BR = named('br')
const GZIP = named('gzip')
