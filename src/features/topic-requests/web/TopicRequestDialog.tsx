import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { CurrentUser } from '#features/identity/contract.ts'
import { MemberDialog } from '#features/identity/web/MemberDialog.tsx'
import { requestTopic } from '#features/topic-requests/contract.ts'
import { type TopicRequestFields, topicRequestShape } from '#features/topic-requests/contract-form.ts'
import { texts } from '#features/topic-requests/web/texts.ts'
import { call, saidBy } from '#web/call.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { toast } from '#web/kit/toast.ts'
import { pageIn } from '#web/page-in.ts'
import { showIssues } from '#web/show-issues.ts'
import { useFormDraft } from '#web/use-form-draft.ts'

type Props = { user: CurrentUser; onClose(): void }

const FIELDS = ['name', 'description'] as const
const DRAFT = 'topic-request'

/**
 * The Request Topic dialog. It closes and clears its input once the request is sent
 * (docs/spec/forms.md#topics-and-topic-requests), and links to the topic if it already exists.
 */
const TopicRequestDialog = ({ user, onClose }: Props) => {
  const [conflictUrl, setConflictUrl] = useState<string | null>(null)
  const form = useForm<TopicRequestFields>({
    defaultValues: { name: '', description: '' },
    resolver: zodResolver(topicRequestShape),
  })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState
  const dropDraft = useFormDraft(form, user.id, DRAFT, FIELDS)
  const send = handleSubmit(async (values) => {
    setConflictUrl(null)
    try {
      await call(requestTopic, { body: values })
      dropDraft()
      toast({ title: texts.doneTitle, description: texts.doneText, tone: 'success' })
      onClose()
    } catch (error) {
      if (showIssues(error, setError, FIELDS)) return
      setConflictUrl(pageIn(error))
      setError('root', { message: saidBy(error, texts.failed) })
    }
  })
  return (
    <MemberDialog
      title={texts.title}
      description={texts.text}
      muted={user.isMuted ? texts.muted : null}
      fault={
        errors.root?.message && (
          <>
            {errors.root.message}{' '}
            {conflictUrl && (
              <SiteLink href={conflictUrl} onClick={onClose} className="underline">
                {texts.goThere}
              </SiteLink>
            )}
          </>
        )
      }
      submit={texts.submit}
      submitting={texts.submitting}
      isSubmitting={isSubmitting}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        readOnly={user.isMuted}
        label={texts.name}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name')}
      />
      <TextArea
        readOnly={user.isMuted}
        label={texts.description}
        rows={4}
        error={errors.description?.message}
        {...register('description')}
      />
    </MemberDialog>
  )
}

export default TopicRequestDialog
