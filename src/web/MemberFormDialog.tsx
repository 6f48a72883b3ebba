import type { ReactNode, SubmitEventHandler } from 'react'
import { useCurrentUser } from './current-user.ts'
import { Dialog } from './kit/Dialog.tsx'
import { FormButtons } from './kit/FormButtons.tsx'
import MutedNotice from './MutedNotice.tsx'

type Props = {
  title: string
  description: string
  /** The form's fields; read-only for a muted member. */
  children: ReactNode
  /** What a muted member cannot do with the form; null if they can send it. */
  mutedAction: string | null
  /** The error message of a failed submission. */
  error: ReactNode
  submitLabel: string
  submittingLabel: string
  isSubmitting: boolean
  onSubmit: SubmitEventHandler<HTMLFormElement>
  onClose(): void
}

/** The dialog for a form that members send to the admins. Muted members can see it but not submit it. */
export const MemberFormDialog = ({
  title,
  description,
  children,
  mutedAction,
  error: fault,
  submitLabel: submit,
  submittingLabel: submitting,
  isSubmitting,
  onSubmit,
  onClose,
}: Props) => {
  const user = useCurrentUser()
  const isMuted = mutedAction !== null && user?.isMuted === true
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title={title}
      description={description}
    >
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        {isMuted && <MutedNotice action={mutedAction} />}
        {children}
        <FormButtons
          error={isMuted ? undefined : fault}
          disabled={isMuted}
          busy={isSubmitting}
          busyLabel={submitting}
          onCancel={onClose}
        >
          {submit}
        </FormButtons>
      </form>
    </Dialog>
  )
}
