import { escapeMarkup } from '#core/escape-markup.ts'

// Matches characters that XML 1.0 does not allow.
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

export const escapeXml = (text: string): string => escapeMarkup(text.toWellFormed().replace(FORBIDDEN, ''))
