import { useState } from 'react'
import { limits } from '#core/limits.ts'
import type { PostType } from '#features/catalogue/contract.ts'
import { texts } from '#features/optimizer/web/texts.ts'
import { wishesFor } from '#features/optimizer/web/wishes.ts'
import { Button } from '#web/kit/Button.tsx'
import { TextField } from '#web/kit/TextField.tsx'

type Props = {
  type: PostType | null
  models: readonly string[]
  /** The instruction of a failed attempt. */
  initialInstruction: string
  onRefine(instruction: string): void
}

/** Refines a result with a suggested instruction or the member's own. */
export const RefineForm = ({ type, models, initialInstruction, onRefine }: Props) => {
  const [instruction, setInstruction] = useState(initialInstruction)
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
        {wishesFor(type, models).map((suggestion) => (
          <Button
            key={suggestion}
            variant="plain"
            className="text-start whitespace-normal!"
            onClick={() => onRefine(suggestion)}
          >
            {suggestion}
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
