import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { requestAd } from '#features/ads/contract.ts'
import { adRequestShape } from '#features/ads/contract-form.ts'
import { texts } from '#features/ads/web/texts.ts'
import type { CurrentUser } from '#features/identity/contract.ts'
import { MutedNotice } from '#features/identity/web/MutedNotice.tsx'
import { call, saidBy } from '#web/call.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { toast } from '#web/kit/toast.ts'
import { showIssues } from '#web/show-issues.ts'
import { useFormDraft } from '#web/use-form-draft.ts'

type Values = { name: string; email: string }
type Props = { user: CurrentUser; onClose(): void }

const FIELDS = ['name', 'email'] as const
const DRAFT = 'ad-request'

const AdRequestDialog = ({ user, onClose }: Props) => {
  const form = useForm<Values>({
    defaultValues: { name: '', email: user.email ?? '' },
    resolver: zodResolver(adRequestShape),
  })
  const { register, handleSubmit, setError, getValues, formState } = form
  const { errors, isSubmitting } = formState
  const dropDraft = useFormDraft(form, user.id, DRAFT, FIELDS)
  const send = handleSubmit(
    async (values) => {
      try {
        await call(requestAd, { body: values })
        dropDraft()
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
        {user.isMuted && <MutedNotice>{texts.muted}</MutedNotice>}
        <TextField
          readOnly={user.isMuted}
          label={texts.nameLabel}
          autoComplete="organization"
          error={errors.name?.message}
          {...register('name')}
        />
        <TextField
          readOnly={user.isMuted}
          label={texts.email}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        {errors.root?.message && !user.isMuted && <Notice>{errors.root.message}</Notice>}
        <FormButtons
          disabled={user.isMuted}
          busy={isSubmitting}
          busyLabel={texts.submitting}
          onCancel={onClose}
        >
          {texts.submit}
        </FormButtons>
      </form>
    </Dialog>
  )
}

export default AdRequestDialog
