import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { paths } from '#core/paths.ts'
import { ApiError, getErrorMessage } from '#web/api-client.ts'
import { getConflictUrl } from '#web/conflict-url.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { showFieldErrors } from '#web/show-field-errors.ts'
import { useFormDraft } from '#web/use-form-draft.ts'
import { type TopicForm, type TopicFormInput, topicFormSchema } from '../contract-form.ts'
import { ReasonField, type ReasonValues } from './ConfirmDialog.tsx'
import { adminTexts } from './texts.ts'
import { topicTexts } from './topics-texts.ts'
import { refetchAdminPanel, useReportSuccess } from './use-admin-action.ts'

const formSchema = z.extend(topicFormSchema, { reason: z.string() })

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
 * A form for a topic's name and description, used to create or edit a topic or to approve a request. If the
 * topic already exists, the form links to it.
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
  const reportSuccess = useReportSuccess()
  const user = useCurrentUser()
  const [conflictUrl, setConflictUrl] = useState<string | null>(null)
  const form = useForm<TopicFormInput & ReasonValues, unknown, TopicForm & ReasonValues>({
    defaultValues: { name: '', description: '', reason: '', ...values },
    resolver: zodResolver(formSchema),
  })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState
  const dropDraft = useFormDraft(form, user?.id ?? null, draft, TEXTS)
  const submit = handleSubmit(async ({ reason, ...fields }) => {
    setConflictUrl(null)
    try {
      await send(fields, reason)
      dropDraft()
      reportSuccess(successMessage(fields.name), {
        label: topicTexts.viewTopic,
        href: paths.topic(fields.name),
      })
      await refetchAdminPanel(client)
      onClose()
    } catch (error) {
      setConflictUrl(getConflictUrl(error))
      // The list shows what another admin has written, and what has been typed stays as a draft.
      if (error instanceof ApiError && error.status === 412) void refetchAdminPanel(client)
      if (!showFieldErrors(error, setError, FIELDS))
        setError('root', { message: getErrorMessage(error, adminTexts.actionFailed) })
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
          label={topicTexts.name}
          autoComplete="off"
          error={errors.name?.message}
          hint={
            conflictUrl && (
              <SiteLink href={conflictUrl} onClick={onClose} className="underline">
                {topicTexts.goToTopic}
              </SiteLink>
            )
          }
          {...register('name')}
        />
        <TextArea
          label={topicTexts.description}
          rows={4}
          error={errors.description?.message}
          {...register('description')}
        />
        <ReasonField {...register('reason')} />
        <FormButtons
          error={errors.root?.message}
          busy={isSubmitting}
          busyLabel={busyLabel}
          onCancel={onClose}
        >
          {label}
        </FormButtons>
      </form>
    </Dialog>
  )
}
