import { limits } from '#core/limits.ts'
import { TextField } from '#web/kit/TextField.tsx'
import { texts } from './texts.ts'

type Props = { value: string; onChange(reason: string): void }

/** Why something is done, for the record; nobody has to say. */
export const WhyField = ({ value, onChange }: Props) => (
  <TextField
    label={texts.why}
    hint={texts.whyHint}
    value={value}
    maxLength={limits.reason}
    autoComplete="off"
    onChange={({ target }) => onChange(target.value)}
  />
)
