// Every control character but tab and line ends.
const CONTROL = /[^\P{Cc}\t\n\r]/gu

// Anything but control, format and zero-width characters, spaces, fillers and the empty Braille pattern.
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Text as it is stored: without control characters (tab and line breaks stay) and lone surrogates, and trimmed at both
 * ends. Empty when nothing of it can be seen.
 */
export const cleanText = (text: string): string => {
  const clean = text.toWellFormed().replace(CONTROL, '').trim()
  return VISIBLE.test(clean) ? clean : ''
}

/** Length as a person counts: code points, not UTF-16 units. */
export const countCharacters = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** The first `most` characters (code points), never half a pair. */
export const cutText = (text: string, most: number): string => {
  if (text.length <= most) return text
  let at = 0
  for (let taken = 0; taken < most && at < text.length; taken += 1) {
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  }
  return text.slice(0, at)
}

/** Cut at `most` characters with an ellipsis inside the limit. */
export const ellipsis = (text: string, most: number): string =>
  countCharacters(text) <= most ? text : `${cutText(text, most - 1).trimEnd()}…`
