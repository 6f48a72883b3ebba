import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { classNames } from './class-names.ts'

type Props = {
  label: string
  /** What choosing it means, below the label. */
  hint: string
  /** The value that the field's list contains if the box is checked; omitted if the field is a boolean. */
  value?: string
  field?: UseFormRegisterReturn
  /** An error message, shown below the hint; marks the box as invalid. */
  error?: string | undefined
}

/** A checkbox of a form, with an explanation. */
export const CheckboxField = ({ label, hint, value, field, error }: Props) => {
  const id = useId()
  return (
    <div className="flex gap-3 py-1.5 text-sm">
      <input
        id={id}
        type="checkbox"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={classNames(error && `${id}-error`, `${id}-hint`)}
        className="mt-0.5 size-4 flex-none"
        {...field}
      />
      <div>
        <label htmlFor={id} className="block cursor-pointer font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-muted">
          {hint}
        </p>
        {error && (
          <p id={`${id}-error`} className="mt-1 text-danger">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
