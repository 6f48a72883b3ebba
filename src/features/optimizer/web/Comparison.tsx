import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'
import { texts } from './texts.ts'

/**
 * A word diff: removed words are struck through, added ones underlined, and both are labeled for screen
 * readers.
 */
const Comparison = ({ before, after }: { before: string; after: string }) => {
  const changes = useMemo(() => diffWordsWithSpace(before, after, { timeout: 1_000 }), [before, after])
  // The diff of two very different texts can time out; the whole text then counts as replaced.
  const parts = changes ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  let offset = 0
  return parts.map(({ value, added, removed }) => {
    const key = offset
    offset += value.length + 1
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
