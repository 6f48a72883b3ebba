// Every control character but tab and line ends.
const CONTROL = /[^\P{Cc}\t\n\r]/gu

/** Text as it is stored: control characters out (tab and line ends stay), lone surrogates mended, trimmed at both ends. */
export const cleanText = (text: string): string => text.toWellFormed().replace(CONTROL, '').trim()

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
