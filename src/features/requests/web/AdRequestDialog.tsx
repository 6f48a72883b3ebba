import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { CurrentUser } from '#core/current-user.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { TextField } from '#web/kit/TextField.tsx'
import { showToast } from '#web/kit/toast.ts'
import { MemberFormDialog } from '#web/MemberFormDialog.tsx'
import { showFieldErrors } from '#web/show-field-errors.ts'
import { useFormDraft } from '#web/use-form-draft.ts'
import type { requestAd } from '../contract.ts'
import { adRequestSchema } from '../contract-form.ts'
import { adDialogTexts } from './dialog-texts.ts'

type Values = { name: string; email: string }
type Props = { user: CurrentUser; onClose(): void }

const FIELDS = ['name', 'email'] as const
const DRAFT = 'ad-request'

const AdRequestDialog = ({ user, onClose }: Props) => {
  const form = useForm<Values>({
    defaultValues: { name: '', email: user.email ?? '' },
    resolver: zodResolver(adRequestSchema),
  })
  const { register, handleSubmit, setError, getValues, formState } = form
  const { errors, isSubmitting } = formState
  const dropDraft = useFormDraft(form, user.id, DRAFT, FIELDS)
  const send = handleSubmit(
    async (values) => {
      try {
        await callApi<typeof requestAd>('POST /api/ad-requests', { body: values })
        dropDraft()
        showToast({ title: adDialogTexts.done, tone: 'success' })
        onClose()
      } catch (error) {
        if (!showFieldErrors(error, setError, FIELDS))
          setError('root', { message: getErrorMessage(error, adDialogTexts.failed) })
      }
    },
    () =>
      FIELDS.some((name) => !getValues(name).trim()) && setError('root', { message: adDialogTexts.missing }),
  )
  return (
    <MemberFormDialog
      title={adDialogTexts.title}
      description={adDialogTexts.text}
      mutedAction={adDialogTexts.mutedAction}
      error={errors.root?.message}
      submitLabel={adDialogTexts.submit}
      submittingLabel={adDialogTexts.submitting}
      isSubmitting={isSubmitting}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        readOnly={user.isMuted}
        label={adDialogTexts.name}
        autoComplete="organization"
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        readOnly={user.isMuted}
        label={adDialogTexts.email}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
    </MemberFormDialog>
  )
}

export default AdRequestDialog
