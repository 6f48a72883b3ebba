import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { limits } from '#core/limits.ts'
import { countCharacters } from '#core/text.ts'
import { sendFeedback } from '#features/feedback/contract.ts'
import { feedbackShape } from '#features/feedback/contract-form.ts'
import { texts } from '#features/feedback/web/texts.ts'
import type { CurrentUser } from '#features/identity/contract.ts'
import { MemberDialog } from '#features/identity/web/MemberDialog.tsx'
import { call, saidBy } from '#web/call.ts'
import { TextArea } from '#web/kit/TextArea.tsx'
import { toast } from '#web/kit/toast.ts'
import { showIssues } from '#web/show-issues.ts'
import { useFormDraft } from '#web/use-form-draft.ts'

type Props = { user: CurrentUser; onClose(): void }

const FIELDS = ['content'] as const
const DRAFT = 'feedback'

/**
 * The Feedback dialog. It closes and clears its input once the feedback is sent
 * (docs/spec/forms.md#feedback); until then the text is kept as a draft.
 */
const FeedbackDialog = ({ user, onClose }: Props) => {
  const form = useForm<{ content: string }>({
    defaultValues: { content: '' },
    resolver: zodResolver(feedbackShape),
  })
  const { register, handleSubmit, setError, watch, formState } = form
  const { errors, isSubmitting } = formState
  const dropDraft = useFormDraft(form, user.id, DRAFT, FIELDS)
  const send = handleSubmit(async (values) => {
    try {
      await call(sendFeedback, { body: values })
      dropDraft()
      toast({ title: texts.doneTitle, description: texts.doneText, tone: 'success' })
      onClose()
    } catch (error) {
      if (!showIssues(error, setError, FIELDS)) setError('root', { message: saidBy(error, texts.failed) })
    }
  })
  return (
    <MemberDialog
      title={texts.title}
      description={texts.text}
      muted={user.isMuted ? texts.muted : null}
      fault={errors.root?.message}
      submit={texts.submit}
      submitting={texts.submitting}
      isSubmitting={isSubmitting}
      onSubmit={send}
      onClose={onClose}
    >
      <TextArea
        readOnly={user.isMuted}
        label={texts.content}
        rows={4}
        hint={texts.count(countCharacters(watch('content').trim()), limits.feedback)}
        error={errors.content?.message}
        {...register('content')}
      />
    </MemberDialog>
  )
}

export default FeedbackDialog
