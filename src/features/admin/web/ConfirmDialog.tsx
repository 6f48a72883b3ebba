import type { ReactNode } from 'react'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { limits } from '#core/limits.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { DialogButtons } from '#web/kit/DialogButtons.tsx'
import { messageTexts } from '#web/kit/message-texts.ts'
import { TextField } from '#web/kit/TextField.tsx'
import { useFormDraft } from '#web/use-form-draft.ts'
import { type Subject, SubjectLinks } from './SubjectLinks.tsx'
import { adminTexts } from './texts.ts'
import { type AdminResult, useAdminAction } from './use-admin-action.ts'

/** The form field that `ReasonField` adds. */
export type ReasonValues = { reason: string }

/** The field for the optional reason that the audit log records. */
export const ReasonField = (field: UseFormRegisterReturn<'reason'>) => (
  <TextField
    label={adminTexts.optionalReason}
    hint={adminTexts.reasonHint}
    maxLength={limits.reason}
    autoComplete="off"
    {...field}
  />
)

const TEXTS = ['reason'] as const

type Props = {
  /** The name under which the draft of the reason is stored. */
  draft: string
  title: string
  /** Describes what the action affects, with counts. */
  text: string
  /** False while the data that `text` describes is still loading. */
  isReady?: boolean
  label: string
  /** Whether the action deletes something, which its button shows in red. */
  isDeletion?: boolean
  successMessage: string
  /** Where the result can be seen; a toast links to it. */
  result?: AdminResult | undefined
  action(reason: string): Promise<unknown>
  /** Links to what the action affects. */
  subjects?: readonly Subject[]
  onClose(): void
  /** Additional content above the buttons. */
  children?: ReactNode
}

/**
 * Asks for confirmation and an optional reason before an action on someone else's content. Errors are shown in the
 * dialog.
 */
export const ConfirmDialog = (props: Props) => {
  const {
    draft,
    title,
    text,
    isReady = true,
    label,
    isDeletion = false,
    successMessage,
    result,
    action,
    onClose,
    children,
    subjects = [],
  } = props
  const { act, isBusy, error } = useAdminAction()
  const user = useCurrentUser()
  const form = useForm<ReasonValues>({ defaultValues: { reason: '' } })
  const dropDraft = useFormDraft(form, user?.id ?? null, draft, TEXTS)
  const onConfirm = async () => {
    if (!(await act(() => action(form.getValues('reason')), successMessage, result))) return
    dropDraft()
    onClose()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && !isBusy && onClose()} title={title} description={text}>
      <SubjectLinks subjects={subjects} />
      <div className="mb-4 flex flex-col gap-4">
        {children}
        <ReasonField {...form.register('reason')} />
      </div>
      <DialogButtons error={error}>
        <Button onClick={onClose} disabled={isBusy}>
          {messageTexts.cancel}
        </Button>
        <Button
          variant={isDeletion ? 'danger' : 'primary'}
          disabled={!isReady}
          busy={isBusy}
          busyLabel={adminTexts.working}
          onClick={() => void onConfirm()}
        >
          {label}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
