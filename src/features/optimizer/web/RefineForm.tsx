import { useState } from 'react'
import { limits } from '#core/limits.ts'
import { texts } from '#features/optimizer/web/texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { TextField } from '#web/kit/TextField.tsx'

type Props = {
  /** What was asked for and failed. */
  given: string
  onRefine(instruction: string): void
}

/** Changes a result further: by a wish that is often had, or in one's own words. */
export const RefineForm = ({ given, onRefine }: Props) => {
  const [instruction, setInstruction] = useState(given)
  return (
    <form
      className="flex flex-col gap-2.5 rounded-lg border p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (instruction.trim()) onRefine(instruction)
      }}
    >
      <h3 className="text-sm font-semibold">{texts.refine}</h3>
      <div className="flex flex-wrap gap-2">
        {texts.wishes.map((wish) => (
          <Button key={wish} variant="plain" className="rounded-full" onClick={() => onRefine(wish)}>
            {wish}
          </Button>
        ))}
      </div>
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <TextField
            label={texts.refineLabel}
            placeholder={texts.refinePlaceholder}
            maxLength={limits.optimizerInstruction}
            value={instruction}
            onChange={({ target }) => setInstruction(target.value)}
          />
        </div>
        <Button type="submit" disabled={!instruction.trim()}>
          {texts.refineSubmit}
        </Button>
      </div>
    </form>
  )
}
