import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import type { ButtonVariant } from './button-classes.ts'
import { DialogButtons } from './DialogButtons.tsx'
import { messageTexts } from './message-texts.ts'

type Props = {
  children: ReactNode
  busy: boolean
  busyLabel: string
  variant?: ButtonVariant
  /** Whether to disable the submit button; the form explains why. */
  disabled?: boolean
  /** Why the form could not be sent. */
  error?: ReactNode
  onCancel(): void
}

/** The submit and cancel buttons of a dialog's form. Cancel is disabled while the form is being sent. */
export const FormButtons = ({
  children,
  busy,
  busyLabel,
  variant = 'primary',
  disabled = false,
  error,
  onCancel,
}: Props) => (
  <DialogButtons error={error}>
    <Button onClick={onCancel} disabled={busy}>
      {messageTexts.cancel}
    </Button>
    <Button type="submit" variant={variant} disabled={disabled} busy={busy} busyLabel={busyLabel}>
      {children}
    </Button>
  </DialogButtons>
)
