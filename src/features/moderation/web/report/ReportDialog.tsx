import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { paths } from '#core/paths.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { focusInvalidField } from '#web/focus-invalid-field.ts'
import { TextArea } from '#web/kit/TextArea.tsx'
import { showToast } from '#web/kit/toast.ts'
import { MemberFormDialog } from '#web/MemberFormDialog.tsx'
import type { ModerationSubject } from '#web/moderation-request.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { showFieldErrors } from '#web/show-field-errors.ts'
import { useFormDraft } from '#web/use-form-draft.ts'
import { type ReportFields, reportFormSchema } from '../../contract-form.ts'
import type { reportContent } from '../../contract-reports.ts'
import { ReasonChoice } from './ReasonChoice.tsx'
import { reportTexts } from './texts.ts'

const FIELDS = ['words'] as const

type Props = { subject: ModerationSubject; onClose(): void }

/** The dialog in which a member reports something. Errors are shown in it, and what was typed stays as a draft. */
const ReportDialog = ({ subject, onClose }: Props) => {
  const client = useQueryClient()
  const navigation = useNavigation()
  const user = useCurrentUser()
  const form = useForm<ReportFields>({
    defaultValues: { reason: '', words: '' },
    resolver: zodResolver(reportFormSchema),
    shouldFocusError: false,
  })
  const { register, handleSubmit, setError, clearErrors, watch, setValue, formState } = form
  const { errors, isSubmitting } = formState
  const { kind, id, version = 0 } = subject
  const dropDraft = useFormDraft(form, user?.id ?? null, `report-${kind}:${id}:${version}`, FIELDS)
  const send = handleSubmit(async (values) => {
    try {
      const reference = { ...subject, id: String(id) }
      await callApi<typeof reportContent>('POST /api/reports', { body: { subject: reference, ...values } })
      dropDraft()
      onClose()
      showToast({
        title: reportTexts.sent,
        tone: 'success',
        action: { label: reportTexts.yourReports, run: () => void navigation.push(paths.reports) },
      })
      void invalidateLists(client, 'own-reports')
    } catch (error) {
      if (!showFieldErrors(error, setError, ['reason', 'words']))
        setError('root', { message: getErrorMessage(error, reportTexts.failed) })
    }
  }, focusInvalidField)
  return (
    <MemberFormDialog
      title={reportTexts.titles[kind]}
      description={reportTexts.text}
      mutedAction={null}
      error={errors.root?.message}
      submitLabel={reportTexts.send}
      submittingLabel={reportTexts.sending}
      isSubmitting={isSubmitting}
      onSubmit={send}
      onClose={onClose}
    >
      <ReasonChoice
        isOnlyChoice
        label={reportTexts.reason}
        noneLabel={reportTexts.chooseReason}
        value={watch('reason')}
        error={errors.reason?.message}
        onChange={(reason) => {
          setValue('reason', reason)
          clearErrors('reason')
        }}
      />
      <TextArea label={reportTexts.words} rows={3} error={errors.words?.message} {...register('words')} />
    </MemberFormDialog>
  )
}

export default ReportDialog
