import { useMemo } from 'react'
import { compareTexts } from '#core/text-changes.ts'
import { TextChanges } from '#web/kit/TextChanges.tsx'

/** The prompt before and after the optimization in one text. Lazily loaded. */
const Comparison = ({ before, after }: { before: string; after: string }) => (
  <TextChanges changes={useMemo(() => compareTexts(before, after), [before, after])} />
)

export default Comparison
