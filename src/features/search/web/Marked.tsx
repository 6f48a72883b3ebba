import { cutPieces, piecesOf } from '#features/search/web/cut-marked.ts'

type Props = { text: string; from?: number; to?: number }

/** A text with the matches of a search marked; of a part of it when `from` and `to` say so. */
export const Marked = ({ text, from = 0, to = Number.POSITIVE_INFINITY }: Props) =>
  cutPieces(piecesOf(text), from, to).map(({ text: part, isMatch }, at) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts are made anew with their text
      <mark key={at} className="rounded-sm bg-accent-fill/35 text-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  )
