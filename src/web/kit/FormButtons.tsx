import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import type { ButtonVariant } from './button-classes.ts'
import { texts } from './texts.ts'

type Props = {
  children: ReactNode
  busy: boolean
  busyLabel: string
  variant?: ButtonVariant
  /** It cannot be sent; the form says why. */
  disabled?: boolean
  onCancel(): void
}

/** What ends a dialog's form: sending it, or giving it up while it is not under way. */
export const FormButtons = ({
  children,
  busy,
  busyLabel,
  variant = 'primary',
  disabled = false,
  onCancel,
}: Props) => (
  <div className="flex flex-wrap justify-end gap-2 narrow:flex-col-reverse">
    <Button onClick={onCancel} disabled={busy}>
      {texts.cancel}
    </Button>
    <Button type="submit" variant={variant} disabled={disabled} busy={busy} busyLabel={busyLabel}>
      {children}
    </Button>
  </div>
)
