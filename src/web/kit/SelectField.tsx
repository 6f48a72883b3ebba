import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldTexts } from './Field.tsx'

type Props = FieldTexts & ComponentProps<'select'> & { options: readonly string[] }

/** A select with its label and error. */
export const SelectField = ({
  label,
  error,
  hint,
  labelHidden = false,
  id,
  className,
  options,
  ...rest
}: Props) => (
  <Field label={label} error={error} hint={hint} labelHidden={labelHidden} id={id}>
    {(wiring) => (
      <select {...rest} {...wiring} className={classNames(wiring.className, className)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )}
  </Field>
)
