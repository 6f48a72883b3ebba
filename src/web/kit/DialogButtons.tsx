import type { ReactNode } from 'react'
import { ErrorNotice } from './ErrorNotice.tsx'

type Props = {
  children: ReactNode
  /** What went wrong when one of the buttons was pressed. */
  error?: ReactNode
}

/**
 * The buttons at the end of a dialog, with the error above them. They stay in view while the rest of a dialog that is
 * higher than the screen is scrolled.
 */
export const DialogButtons = ({ children, error }: Props) => (
  <div className="dialog-footer">
    {error && <ErrorNotice>{error}</ErrorNotice>}
    <div className="flex flex-wrap justify-end gap-2 narrow:flex-wrap-reverse narrow:*:grow">{children}</div>
  </div>
)
