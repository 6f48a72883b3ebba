import type { UseFormRegisterReturn } from 'react-hook-form'
import { limits } from '#core/limits.ts'
import { TextField } from '#web/kit/TextField.tsx'
import { texts } from './texts.ts'

/** The form field that `ReasonField` adds. */
export type Why = { reason: string }

/** The optional reason for an action, for the audit log. */
export const WhyField = (field: UseFormRegisterReturn<'reason'>) => (
  <TextField label={texts.why} hint={texts.whyHint} maxLength={limits.reason} autoComplete="off" {...field} />
)
