import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { requestAd } from '#features/ads/contract.ts'
import { adRequestShape } from '#features/ads/contract-form.ts'
import { texts } from '#features/ads/web/texts.ts'
import { call, saidBy } from '#web/call.ts'
import { dropDraft } from '#web/drafts.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { toast } from '#web/kit/toast.ts'
import { showIssues } from '#web/show-issues.ts'
import { useFormDraft } from '#web/use-form-draft.ts'

type Values = { name: string; email: string }
type Props = { userId: number; email: string | null; onClose(): void }

const FIELDS = ['name', 'email'] as const
const DRAFT = 'ad-request'

const AdRequestDialog = ({ userId, email, onClose }: Props) => {
  const form = useForm<Values>({
    defaultValues: { name: '', email: email ?? '' },
    resolver: zodResolver(adRequestShape),
  })
  const { register, handleSubmit, setError, getValues, formState } = form
  const { errors, isSubmitting } = formState
  useFormDraft(form, userId, DRAFT, FIELDS)
  const send = handleSubmit(
    async (values) => {
      try {
        await call(requestAd, { body: values })
        dropDraft(userId, DRAFT)
        toast({ title: texts.done, tone: 'success' })
        onClose()
      } catch (error) {
        if (!showIssues(error, setError, FIELDS)) setError('root', { message: saidBy(error, texts.failed) })
      }
    },
    () => FIELDS.some((name) => !getValues(name).trim()) && setError('root', { message: texts.missing }),
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title={texts.dialogTitle}
      description={texts.dialogText}
    >
      <form onSubmit={send} noValidate className="flex flex-col gap-4">
        <TextField
          label={texts.nameLabel}
          autoComplete="organization"
          error={errors.name?.message}
          {...register('name')}
        />
        <TextField
          label={texts.email}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        {errors.root?.message && <Notice>{errors.root.message}</Notice>}
        <FormButtons busy={isSubmitting} busyLabel={texts.submitting} onCancel={onClose}>
          {texts.submit}
        </FormButtons>
      </form>
    </Dialog>
  )
}

export default AdRequestDialog
