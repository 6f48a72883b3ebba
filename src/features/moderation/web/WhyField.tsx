import type { UseFormRegisterReturn } from 'react-hook-form'
import { limits } from '#core/limits.ts'
import { TextField } from '#web/kit/TextField.tsx'
import { texts } from './texts.ts'

/** What the forms that have it hold besides. */
export type Why = { reason: string }

/** Why something is done, for the record; nobody has to say. */
export const WhyField = (field: UseFormRegisterReturn<'reason'>) => (
  <TextField label={texts.why} hint={texts.whyHint} maxLength={limits.reason} autoComplete="off" {...field} />
)
