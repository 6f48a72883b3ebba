import { Button } from '#web/kit/Button.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import type { Blank, BlankValues } from '../prompt-blanks.ts'
import { texts } from './texts.ts'

type Props = {
  id: string
  blanks: readonly Blank[]
  filled: BlankValues
  onFill(filled: BlankValues): void
}

const MAX_VALUE_LENGTH = 2_000

/** A form with a field for each blank of a prompt. The prompt box below it shows the filled-in text. */
const VariablesForm = ({ id, blanks, filled, onFill }: Props) => (
  <fieldset className="mb-2 rounded-lg border p-3">
    <legend className="px-1 text-xs font-medium text-muted">{texts.blanks}</legend>
    <div className="grid gap-3 wide:grid-cols-2">
      {blanks.map(({ name, fallback }) => (
        <TextField
          key={name}
          id={`fill-${id}-${name}`}
          label={name}
          value={Object.hasOwn(filled, name) ? filled[name] : ''}
          placeholder={fallback}
          maxLength={MAX_VALUE_LENGTH}
          autoComplete="off"
          onChange={({ target }) => onFill({ ...filled, [name]: target.value })}
        />
      ))}
    </div>
    {Object.values(filled).some(Boolean) && (
      <Button variant="ghost" className="mt-2" onClick={() => onFill({})}>
        {texts.clearBlanks}
      </Button>
    )}
  </fieldset>
)

export default VariablesForm
