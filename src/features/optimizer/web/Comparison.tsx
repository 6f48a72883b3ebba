import { useMemo } from 'react'
import { compareTexts } from '#core/text-changes.ts'
import { TextChanges } from '#web/kit/TextChanges.tsx'

/**
 * Shows the prompt before and after the optimization as one text with the changes marked. Its code is loaded lazily.
 */
const Comparison = ({ before, after }: { before: string; after: string }) => (
  <TextChanges changes={useMemo(() => compareTexts(before, after), [before, after])} />
)

export default Comparison
