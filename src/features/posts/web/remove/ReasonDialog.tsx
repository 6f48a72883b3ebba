import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type ReasonFields, reasonShape } from '#features/audit/contract-form.ts'
import { CallError, saidBy } from '#web/call.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { toast } from '#web/kit/toast.ts'
import { showIssues } from '#web/show-issues.ts'
import { texts } from './texts.ts'

type Props = {
  title: string
  text: string
  send(reason: ReasonFields): Promise<unknown>
  /** It is gone: takes it from the page. */
  onGone(): void
  onClose(): void
}

/** An admin says why something goes. What fails is told here, never by a toast (section 8). */
export const ReasonDialog = ({ title, text, send, onGone, onClose }: Props) => {
  const { register, handleSubmit, setError, formState } = useForm<ReasonFields>({
    defaultValues: { reason: '' },
    resolver: zodResolver(reasonShape),
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (values) => {
    try {
      // Gone already, perhaps by another admin: that is what was wanted.
      await send(values).catch((error: unknown) => {
        if (!(error instanceof CallError && error.status === 404)) throw error
      })
      onClose()
      onGone()
      toast({ title: texts.removed, tone: 'success' })
    } catch (error) {
      if (!showIssues(error, setError, ['reason'])) setError('root', { message: saidBy(error, texts.failed) })
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
