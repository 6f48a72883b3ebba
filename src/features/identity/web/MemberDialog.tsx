import type { ReactNode, SubmitEventHandler } from 'react'
import { MutedNotice } from '#features/identity/web/MutedNotice.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { Notice } from '#web/kit/Notice.tsx'

type Props = {
  title: string
  description: string
  /** The fields; a muted member's are for reading only. */
  children: ReactNode
  /** Why a muted member cannot send it; null for everybody else. */
  muted: string | null
  /** Why it was not taken. */
  fault: ReactNode
  submit: string
  submitting: string
  isSubmitting: boolean
  onSubmit: SubmitEventHandler<HTMLFormElement>
  onClose(): void
}

/** What a member sends to the site's admins: a form that a muted member may look at and cannot send. */
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
