import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type ReasonFields, reasonShape } from '#features/audit/contract-form.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { CallError, saidBy } from '#web/call.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { toast } from '#web/kit/toast.ts'
import { showIssues } from '#web/show-issues.ts'
import { useFormDraft } from '#web/use-form-draft.ts'
import { texts } from './texts.ts'

const TEXTS = ['reason'] as const

type Props = {
  /** The name under which the draft of the reason is stored. */
  draft: string
  title: string
  text: string
  send(reason: ReasonFields): Promise<unknown>
  /** Called after the removal; removes the content from the page. */
  onGone(): void
  onClose(): void
}

/**
 * Asks an admin for a reason before content is removed. Errors show in the dialog, never in a toast
 * (docs/spec/errors.md#messages).
 */
export const ReasonDialog = ({ draft, title, text, send, onGone, onClose }: Props) => {
  const user = useCurrentUser()
  const form = useForm<ReasonFields>({ defaultValues: { reason: '' }, resolver: zodResolver(reasonShape) })
  const { register, handleSubmit, setError, formState } = form
  const dropDraft = useFormDraft(form, user?.id ?? null, draft, TEXTS)
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (values) => {
    try {
      // A 404 means that the content is already removed, perhaps by another admin.
      await send(values).catch((error: unknown) => {
        if (!(error instanceof CallError && error.status === 404)) throw error
      })
      dropDraft()
      onClose()
      onGone()
      toast({ title: texts.removed, tone: 'success' })
    } catch (error) {
      if (!showIssues(error, setError, TEXTS)) setError('root', { message: saidBy(error, texts.failed) })
    }
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title={title}
      description={text}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextArea label={texts.reason} rows={3} error={errors.reason?.message} {...register('reason')} />
        {errors.root?.message && <Notice>{errors.root.message}</Notice>}
        <FormButtons variant="danger" busy={isSubmitting} busyLabel={texts.removing} onCancel={onClose}>
          {texts.remove}
        </FormButtons>
      </form>
    </Dialog>
  )
}
