import type { ReactNode, SubmitEventHandler } from 'react'
import { MutedNotice } from '#features/identity/web/MutedNotice.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { Notice } from '#web/kit/Notice.tsx'

type Props = {
  title: string
  description: string
  /** The form's fields; read-only for a muted member. */
  children: ReactNode
  /** Tells a muted member why they cannot submit; null for everyone else. */
  muted: string | null
  /** Why the submission failed. */
  fault: ReactNode
  submit: string
  submitting: string
  isSubmitting: boolean
  onSubmit: SubmitEventHandler<HTMLFormElement>
  onClose(): void
}

/** The dialog of a form that members send to the admins. Muted members can see it but not submit it. */
export const MemberDialog = ({
  title,
  description,
  children,
  muted,
  fault,
  submit,
  submitting,
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
      {fault && !muted && <Notice>{fault}</Notice>}
      <FormButtons disabled={muted !== null} busy={isSubmitting} busyLabel={submitting} onCancel={onClose}>
        {submit}
      </FormButtons>
    </form>
  </Dialog>
)
