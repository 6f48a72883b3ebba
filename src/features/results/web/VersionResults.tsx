import { useSuspenseQuery } from '@tanstack/react-query'
import { ModelTallies } from './ModelTallies.tsx'
import { resultsQuery } from './queries.ts'
import { resultTexts } from './texts.ts'

/** Shows the results for a version's prompt. Renders nothing if there are none. */
export const VersionResults = ({ postId, number }: { postId: number; number: number }) => {
  const { tallies } = useSuspenseQuery(resultsQuery(postId, number)).data
  if (tallies.length === 0) return null
  return (
    <section className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
      <h2 className="text-sm text-muted">{resultTexts.ofVersion}</h2>
      <ModelTallies tallies={tallies} />
    </section>
  )
}
