import { cutPieces, piecesOf } from '#features/search/web/cut-marked.ts'

type Props = { text: string; from?: number; to?: number }

/**
 * Renders a text with the matches of a search highlighted, optionally only the characters from `from` to
 * `to`.
 */
export const Marked = ({ text, from = 0, to = Number.POSITIVE_INFINITY }: Props) =>
  cutPieces(piecesOf(text), from, to).map(({ text: piece, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are replaced together with their text
      <mark key={index} className="rounded-sm bg-accent-fill/35 text-ink">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
