import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldTexts } from './Field.tsx'

type Props = FieldTexts & ComponentProps<'textarea'>

/** A text area that grows with its content, with its label and error. */
export const TextArea = ({ label, error, hint, labelHidden = false, id, className, ...rest }: Props) => (
  <Field label={label} error={error} hint={hint} labelHidden={labelHidden} id={id}>
    {(wiring) => (
      <textarea
        rows={4}
        dir="auto"
        {...rest}
        {...wiring}
        className={classNames(
          wiring.className,
          'field-sizing-content max-h-[60dvh] min-h-24 resize-y',
          className,
        )}
      />
    )}
  </Field>
)
