import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { CurrentUser } from '#core/current-user.ts'
import { limits } from '#core/limits.ts'
import { countCharacters } from '#core/text.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { TextArea } from '#web/kit/TextArea.tsx'
import { showToast } from '#web/kit/toast.ts'
import { MemberFormDialog } from '#web/MemberFormDialog.tsx'
import { showFieldErrors } from '#web/show-field-errors.ts'
import { useFormDraft } from '#web/use-form-draft.ts'
import type { sendFeedback } from '../contract.ts'
import { feedbackSchema } from '../contract-form.ts'
import { feedbackTexts } from './dialog-texts.ts'

type Props = { user: CurrentUser; onClose(): void }

const FIELDS = ['content'] as const
const DRAFT = 'feedback'

/**
 * The Feedback dialog. It closes and clears its input after the feedback has been sent (docs/spec/forms.md#feedback);
 * until then, the text is saved as a draft.
 */
const FeedbackDialog = ({ user, onClose }: Props) => {
  const form = useForm<{ content: string }>({
    defaultValues: { content: '' },
    resolver: zodResolver(feedbackSchema),
  })
  const { register, handleSubmit, setError, watch, formState } = form
  const { errors, isSubmitting } = formState
  const dropDraft = useFormDraft(form, user.id, DRAFT, FIELDS)
  const send = handleSubmit(async (values) => {
    try {
      await callApi<typeof sendFeedback>('POST /api/feedback', { body: values })
      dropDraft()
      showToast({ title: feedbackTexts.doneTitle, description: feedbackTexts.doneText, tone: 'success' })
      onClose()
    } catch (error) {
      if (!showFieldErrors(error, setError, FIELDS))
        setError('root', { message: getErrorMessage(error, feedbackTexts.failed) })
    }
  })
  return (
    <MemberFormDialog
      title={feedbackTexts.title}
      description={feedbackTexts.text}
      mutedAction={feedbackTexts.mutedAction}
      error={errors.root?.message}
      submitLabel={feedbackTexts.submit}
      submittingLabel={feedbackTexts.submitting}
      isSubmitting={isSubmitting}
      onSubmit={send}
      onClose={onClose}
    >
      <TextArea
        readOnly={user.isMuted}
        label={feedbackTexts.content}
        rows={4}
        hint={feedbackTexts.count(countCharacters(watch('content').trim()), limits.feedback)}
        error={errors.content?.message}
        {...register('content')}
      />
    </MemberFormDialog>
  )
}

export default FeedbackDialog
