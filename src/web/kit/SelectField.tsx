import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldTexts } from './Field.tsx'

type Props = FieldTexts &
  ComponentProps<'select'> & {
    options: readonly string[]
    /** The option that chooses nothing. */
    placeholder?: string
  }

/** A select with its label and error. */
export const SelectField = ({
  label,
  error,
  hint,
  labelHidden = false,
  id,
  className,
  options,
  placeholder,
  ...rest
}: Props) => (
  <Field label={label} error={error} hint={hint} labelHidden={labelHidden} id={id}>
    {(wiring) => (
      <select {...rest} {...wiring} className={classNames(wiring.className, className)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )}
  </Field>
)
