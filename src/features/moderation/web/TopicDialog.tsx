import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { type TopicFields, type TopicForm, topicFormShape } from '#features/moderation/contract-form.ts'
import { announce } from '#web/announce.ts'
import { saidBy } from '#web/call.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { pageIn } from '#web/page-in.ts'
import { showIssues } from '#web/show-issues.ts'
import { useFormDraft } from '#web/use-form-draft.ts'
import { texts } from './texts.ts'
import { refreshPanel } from './use-act.ts'
import { type Why, WhyField } from './WhyField.tsx'

const formShape = z.extend(topicFormShape, { reason: z.string() })

type Props = {
  /** The name under which the draft is stored. */
  draft: string
  title: string
  text?: string
  label: string
  busyLabel: string
  values?: TopicForm
  send(values: TopicForm, reason: string): Promise<unknown>
  successMessage(name: string): string
  onClose(): void
}

const FIELDS = ['name', 'description'] as const
const TEXTS = [...FIELDS, 'reason'] as const

/**
 * A form for a topic's name and description: a new topic, a change or an approved request. Links to the topic
 * if it already exists.
 */
export const TopicDialog = ({
  draft,
  title,
  text,
  label,
  busyLabel,
  values,
  send,
  successMessage,
  onClose,
}: Props) => {
  const client = useQueryClient()
  const user = useCurrentUser()
  const [conflictUrl, setConflictUrl] = useState<string | null>(null)
  const form = useForm<TopicFields & Why, unknown, TopicForm & Why>({
    defaultValues: { name: '', description: '', reason: '', ...values },
    resolver: zodResolver(formShape),
  })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState
  const dropDraft = useFormDraft(form, user?.id ?? null, draft, TEXTS)
  const submit = handleSubmit(async ({ reason, ...fields }) => {
    setConflictUrl(null)
    try {
      await send(fields, reason)
      dropDraft()
      announce(successMessage(fields.name))
      await refreshPanel(client)
      onClose()
    } catch (error) {
      setConflictUrl(pageIn(error))
      if (!showIssues(error, setError, FIELDS)) setError('root', { message: saidBy(error, texts.actFailed) })
    }
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title={title}
      {...(text ? { description: text } : {})}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextField
          label={texts.name}
          autoComplete="off"
          error={errors.name?.message}
          hint={
            conflictUrl && (
              <SiteLink href={conflictUrl} onClick={onClose} className="underline">
                {texts.goToTopic}
              </SiteLink>
            )
          }
          {...register('name')}
        />
        <TextArea
          label={texts.description}
          rows={4}
          error={errors.description?.message}
          {...register('description')}
        />
        <WhyField {...register('reason')} />
        {errors.root?.message && <Notice>{errors.root.message}</Notice>}
        <FormButtons busy={isSubmitting} busyLabel={busyLabel} onCancel={onClose}>
          {label}
        </FormButtons>
      </form>
    </Dialog>
  )
}
