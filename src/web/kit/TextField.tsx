import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldTexts } from './Field.tsx'

type Props = FieldTexts & ComponentProps<'input'>

/** A text input with its label and error. */
export const TextField = ({ label, error, hint, labelHidden = false, id, className, ...rest }: Props) => (
  <Field label={label} error={error} hint={hint} labelHidden={labelHidden} id={id}>
    {(wiring) => (
      <input dir="auto" {...rest} {...wiring} className={classNames(wiring.className, className)} />
    )}
  </Field>
)
