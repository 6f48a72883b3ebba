import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { CurrentUser } from '#core/current-user.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { getConflictUrl } from '#web/conflict-url.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { showToast } from '#web/kit/toast.ts'
import { MemberFormDialog } from '#web/MemberFormDialog.tsx'
import { showFieldErrors } from '#web/show-field-errors.ts'
import { useFormDraft } from '#web/use-form-draft.ts'
import type { requestTopic } from '../contract.ts'
import { type TopicRequestFields, topicRequestSchema } from '../contract-form.ts'
import { topicRequestTexts } from './dialog-texts.ts'

type Props = { user: CurrentUser; onClose(): void }

const FIELDS = ['name', 'description'] as const
const DRAFT = 'topic-request'

/**
 * The Request Topic dialog. It closes and clears its input after the request has been sent
 * (docs/spec/forms.md#topics-and-topic-requests), and links to the topic if it already exists.
 */
const TopicRequestDialog = ({ user, onClose }: Props) => {
  const [conflictUrl, setConflictUrl] = useState<string | null>(null)
  const form = useForm<TopicRequestFields>({
    defaultValues: { name: '', description: '' },
    resolver: zodResolver(topicRequestSchema),
  })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState
  const dropDraft = useFormDraft(form, user.id, DRAFT, FIELDS)
  const send = handleSubmit(async (values) => {
    setConflictUrl(null)
    try {
      await callApi<typeof requestTopic>('POST /api/topics/request', { body: values })
      dropDraft()
      showToast({
        title: topicRequestTexts.doneTitle,
        description: topicRequestTexts.doneText,
        tone: 'success',
      })
      onClose()
    } catch (error) {
      if (showFieldErrors(error, setError, FIELDS)) return
      setConflictUrl(getConflictUrl(error))
      setError('root', { message: getErrorMessage(error, topicRequestTexts.failed) })
    }
  })
  return (
    <MemberFormDialog
      title={topicRequestTexts.title}
      description={topicRequestTexts.text}
      mutedAction={topicRequestTexts.mutedAction}
      error={
        errors.root?.message && (
          <>
            <span>{`${errors.root.message} `}</span>
            {conflictUrl && (
              <SiteLink href={conflictUrl} onClick={onClose} className="underline">
                {topicRequestTexts.viewTopic}
              </SiteLink>
            )}
          </>
        )
      }
      submitLabel={topicRequestTexts.submit}
      submittingLabel={topicRequestTexts.submitting}
      isSubmitting={isSubmitting}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        readOnly={user.isMuted}
        label={topicRequestTexts.name}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name')}
      />
      <TextArea
        readOnly={user.isMuted}
        label={topicRequestTexts.description}
        rows={4}
        error={errors.description?.message}
        {...register('description')}
      />
    </MemberFormDialog>
  )
}

export default TopicRequestDialog
