import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { texts } from './texts.ts'

type Props = { children: ReactNode; busy: boolean; busyLabel: string; onCancel(): void }

/** What ends a dialog's form: sending it, or giving it up. */
export const FormButtons = ({ children, busy, busyLabel, onCancel }: Props) => (
  <div className="flex flex-wrap gap-2 narrow:flex-col">
    <Button type="submit" variant="primary" busy={busy} busyLabel={busyLabel}>
      {children}
    </Button>
    <Button onClick={onCancel}>{texts.cancel}</Button>
  </div>
)
