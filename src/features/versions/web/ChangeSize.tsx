import type { Version } from '../contract.ts'
import { versionTexts } from './texts.ts'

type Props = {
  version: Pick<Version, 'addedWords' | 'removedWords'>
  /** The number of changed words of the largest change on the page. */
  max: number
}

/** Shows how many words a version added and removed, as numbers and as a bar. */
export const ChangeSize = ({ version: { addedWords, removedWords }, max }: Props) => {
  if (addedWords === null || removedWords === null || addedWords + removedWords === 0) return null
  const width = (words: number) => ({ width: `${(words / max) * 100}%` })
  return (
    <p className="flex items-center gap-2 text-sm tabular-nums">
      <span className="sr-only">{versionTexts.size(addedWords, removedWords)}</span>
      <span aria-hidden className="text-success">
        {versionTexts.added(addedWords)}
      </span>
      <span aria-hidden className="text-danger">
        {versionTexts.removed(removedWords)}
      </span>
      <span aria-hidden className="text-muted">
        {versionTexts.words}
      </span>
      <span aria-hidden className="flex h-1.5 w-40 min-w-0 gap-px">
        {addedWords > 0 && <span className="min-w-px rounded-full bg-success" style={width(addedWords)} />}
        {removedWords > 0 && <span className="min-w-px rounded-full bg-danger" style={width(removedWords)} />}
      </span>
    </p>
  )
}
