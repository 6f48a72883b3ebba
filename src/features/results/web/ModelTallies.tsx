import { getModelName } from '#core/model-catalogue.ts'
import type { ModelTally } from '#features/posts/contract.ts'
import { resultTexts } from './texts.ts'

/** Shows, for each model, how many of the members who tried the prompt reported that it worked. */
export const ModelTallies = ({ tallies }: { tallies: readonly ModelTally[] }) => (
  <ul className="flex flex-wrap gap-1.5">
    {tallies.map(({ model, worked, total }) => (
      <li
        key={model}
        className="model-chip text-xs"
        title={resultTexts.tallyLabel(getModelName(model), worked, total)}
      >
        {getModelName(model)}{' '}
        <span className="tabular-nums text-muted">{resultTexts.tally(worked, total)}</span>
      </li>
    ))}
  </ul>
)
