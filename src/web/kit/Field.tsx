import { type ReactElement, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

export type FieldTexts = {
  label: string
  /** An error message, shown below the field and associated with it; marks the field as invalid. */
  error?: string | ReactElement | undefined
  hint?: ReactNode
  /** Whether to hide the label visually, but not from screen readers. */
  labelHidden?: boolean
}

/** The props that `Field` passes to its input. */
export type FieldControlProps = {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
  className: string
}

type Props = FieldTexts & { id?: string | undefined; children(wiring: FieldControlProps): ReactNode }

/** A label, input, hint and error, associated with each other. */
export const Field = ({ label, error, hint, labelHidden, id: customId, children }: Props) => {
  const generatedId = useId()
  const id = customId ?? generatedId
  const describedBy = classNames(error && `${id}-error`, hint ? `${id}-hint` : undefined)
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      {children({
        id,
        ...(error ? { 'aria-invalid': true } : {}),
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        className: classNames(
          'control w-full rounded-lg border bg-surface px-3 py-1.5 text-base outline-offset-0 [&[readonly]]:bg-sunken',
          error ? 'border-danger' : 'border-line-strong',
        ),
      })}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </div>
      )}
    </div>
  )
}
