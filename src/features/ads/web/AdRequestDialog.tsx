import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { requestAd } from '#features/ads/contract.ts'
import { adRequestShape } from '#features/ads/contract-form.ts'
import { texts } from '#features/ads/web/texts.ts'
import type { CurrentUser } from '#features/identity/contract.ts'
import { MemberDialog } from '#features/identity/web/MemberDialog.tsx'
import { call, saidBy } from '#web/call.ts'
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
    <MemberDialog
      title={texts.dialogTitle}
      description={texts.dialogText}
      muted={user.isMuted ? texts.muted : null}
      fault={errors.root?.message}
      submit={texts.submit}
      submitting={texts.submitting}
      isSubmitting={isSubmitting}
      onSubmit={send}
      onClose={onClose}
    >
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
    </MemberDialog>
  )
}

export default AdRequestDialog
