import type { ReactNode, SubmitEventHandler } from 'react'
import { Dialog } from './kit/Dialog.tsx'
import { ErrorNotice } from './kit/ErrorNotice.tsx'
import { FormButtons } from './kit/FormButtons.tsx'
import { MutedNotice } from './MutedNotice.tsx'

type Props = {
  title: string
  description: string
  /** The form's fields; read-only for a muted member. */
  children: ReactNode
  /** Explains to a muted member why they cannot submit the form; null for everyone else. */
  mutedNotice: string | null
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
  mutedNotice: muted,
  error: fault,
  submitLabel: submit,
  submittingLabel: submitting,
  isSubmitting,
  onSubmit,
  onClose,
}: Props) => (
  <Dialog
    open
    onOpenChange={(open) => !open && !isSubmitting && onClose()}
    title={title}
    description={description}
  >
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      {muted && <MutedNotice>{muted}</MutedNotice>}
      {children}
      {fault && !muted && <ErrorNotice>{fault}</ErrorNotice>}
      <FormButtons disabled={muted !== null} busy={isSubmitting} busyLabel={submitting} onCancel={onClose}>
        {submit}
      </FormButtons>
    </form>
  </Dialog>
)
