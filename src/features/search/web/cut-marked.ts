import { MARK_END, MARK_START } from '#features/search/contract.ts'

export type Piece = { text: string; isMatch: boolean }

/** Splits a highlighted text into its matches and the text between them. */
export const piecesOf = (marked: string): Piece[] => {
  const pieces: Piece[] = []
  for (const [index, part] of marked.split(MARK_START).entries()) {
    const [match = '', rest = ''] = index === 0 ? ['', part] : splitMatch(part)
    if (match) pieces.push({ text: match, isMatch: true })
    if (rest) pieces.push({ text: rest, isMatch: false })
  }
  return pieces
}

const splitMatch = (part: string): [string, string] => {
  const end = part.indexOf(MARK_END)
  return end < 0 ? [part, ''] : [part.slice(0, end), part.slice(end + 1)]
}

/** Returns the pieces of a range of the text's characters (code points, delimiters not counted). */
export const cutPieces = (pieces: readonly Piece[], from: number, to: number): Piece[] => {
  let offset = 0
  return pieces.flatMap(({ text, isMatch }) => {
    const characters = [...text]
    const cut = characters.slice(Math.max(0, from - offset), Math.max(0, to - offset)).join('')
    offset += characters.length
    return cut ? [{ text: cut, isMatch }] : []
  })
}
