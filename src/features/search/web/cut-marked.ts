import { MARK_END, MARK_START } from '#features/search/contract.ts'

export type Piece = { text: string; isMatch: boolean }

/** A marked text as its matches and what lies between them. */
export const piecesOf = (marked: string): Piece[] => {
  const pieces: Piece[] = []
  for (const [at, part] of marked.split(MARK_START).entries()) {
    const [match = '', rest = ''] = at === 0 ? ['', part] : split(part)
    if (match) pieces.push({ text: match, isMatch: true })
    if (rest) pieces.push({ text: rest, isMatch: false })
  }
  return pieces
}

const split = (part: string): [string, string] => {
  const end = part.indexOf(MARK_END)
  return end < 0 ? [part, ''] : [part.slice(0, end), part.slice(end + 1)]
}

/** The pieces of a text's characters (code points, marks not counted) from one to another. */
export const cutPieces = (pieces: readonly Piece[], from: number, to: number): Piece[] => {
  let at = 0
  return pieces.flatMap(({ text, isMatch }) => {
    const characters = [...text]
    const kept = characters.slice(Math.max(0, from - at), Math.max(0, to - at)).join('')
    at += characters.length
    return kept ? [{ text: kept, isMatch }] : []
  })
}
