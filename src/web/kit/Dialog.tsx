import { lazy, type ReactNode, Suspense } from 'react'

const DialogParts = lazy(() => loadDialog())
const loadDialog = () => import('./DialogParts.tsx')

/** Fetches the dialog's code ahead, when a pointer comes near what opens one. */
export const prepareDialog = (): void => {
  void loadDialog()
}

export type DialogProps = {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description?: ReactNode
  /** `wide` for editors and previews. */
  size?: 'normal' | 'wide'
  children: ReactNode
}

/** Named by its title; traps focus and gives it back; a full-height sheet on phones. Loads when first opened. */
export const Dialog = (props: DialogProps) =>
  props.open && (
    <Suspense>
      <DialogParts {...props} />
    </Suspense>
  )
