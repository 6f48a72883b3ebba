import { HIGHLIGHT_END, HIGHLIGHT_START } from '../contract-values.ts'

type Piece = { text: string; isMatch: boolean }

/** Splits highlighted text into its matches and the text between them. */
export const splitHighlights = (marked: string): Piece[] => {
  const pieces: Piece[] = []
  for (const [index, part] of marked.split(HIGHLIGHT_START).entries()) {
    const [match = '', rest = ''] = index === 0 ? ['', part] : splitMatch(part)
    if (match) pieces.push({ text: match, isMatch: true })
    if (rest) pieces.push({ text: rest, isMatch: false })
  }
  return pieces
}

const splitMatch = (part: string): [string, string] => {
  const end = part.indexOf(HIGHLIGHT_END)
  return end < 0 ? [part, ''] : [part.slice(0, end), part.slice(end + 1)]
}

/** Returns the pieces for a range of the text's characters (in code points, not counting delimiters). */
export const sliceHighlightSegments = (pieces: readonly Piece[], from: number, to: number): Piece[] => {
  let offset = 0
  return pieces.flatMap(({ text, isMatch }) => {
    const characters = [...text]
    const cut = characters.slice(Math.max(0, from - offset), Math.max(0, to - offset)).join('')
    offset += characters.length
    return cut ? [{ text: cut, isMatch }] : []
  })
}

type HighlightedProps = { text: string; from?: number; to?: number }

/** Renders text with the search matches highlighted, optionally only the characters from `from` to `to`. */
export const HighlightedText = ({ text, from = 0, to = Number.POSITIVE_INFINITY }: HighlightedProps) =>
  sliceHighlightSegments(splitHighlights(text), from, to).map(({ text: piece, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are replaced together with their text
      <mark key={index} className="rounded-sm bg-accent-fill/35 text-ink">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
