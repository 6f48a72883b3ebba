import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { DialogButtons } from './DialogButtons.tsx'
import { messageTexts } from './message-texts.ts'

type Props = {
  title: string
  text: string
  /** Details that the user should know before confirming. */
  children?: ReactNode
  /** Why the action failed. */
  error?: ReactNode
  confirmLabel: string
  /** Whether the action deletes nothing and can be undone, so that its button is not red. */
  isHarmless?: boolean
  busyLabel: string
  isBusy: boolean
  onConfirm(): void
  onClose(): void
}

/**
 * Asks for confirmation before something is permanently deleted or changed. Stays open while the action is in progress.
 */
export const ConfirmDialog = (props: Props) => (
  <Dialog
    open
    onOpenChange={(open) => !open && !props.isBusy && props.onClose()}
    title={props.title}
    description={props.text}
  >
    <div className="flex flex-col gap-4">
      {props.children}
      <DialogButtons error={props.error}>
        <Button onClick={props.onClose} disabled={props.isBusy}>
          {messageTexts.cancel}
        </Button>
        <Button
          variant={props.isHarmless ? 'primary' : 'danger'}
          busy={props.isBusy}
          busyLabel={props.busyLabel}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </DialogButtons>
    </div>
  </Dialog>
)
