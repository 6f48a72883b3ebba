import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'
import { texts } from '#features/optimizer/web/texts.ts'

/** Before and after, word by word: what went is struck through, what came is underlined; said as well as shown. */
const Comparison = ({ before, after }: { before: string; after: string }) => {
  const changes = useMemo(() => diffWordsWithSpace(before, after, { timeout: 1_000 }), [before, after])
  // Two texts that have hardly anything in common take too long: then all of it is new.
  const parts = changes ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  let at = 0
  return parts.map(({ value, added, removed }) => {
    const key = at
    at += value.length + 1
    if (removed)
      return (
        <del key={key} className="text-danger">
          <span className="sr-only">{texts.removed} </span>
          {value}
        </del>
      )
    if (!added) return <span key={key}>{value}</span>
    return (
      <ins key={key} className="text-success decoration-1 underline-offset-3">
        <span className="sr-only">{texts.added} </span>
        {value}
      </ins>
    )
  })
}

export default Comparison
