import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { topicsQuery } from '#features/topics/web/queries.ts'
import { ApiError, callApi } from '#web/api-client.ts'
import { CheckboxField } from '#web/kit/CheckboxField.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { getSubmissionErrorMessage } from '#web/submission-error-message.ts'
import type { changeWebhook, createWebhook, Webhook } from '../contract.ts'
import { type WebhookForm, webhookFormSchema } from '../contract-form.ts'
import { topicWebhookKinds, type WebhookKind, webhookKinds } from '../contract-values.ts'
import { webhookTexts } from './texts.ts'

type Props = {
  isForTopics: boolean
  /** The webhook that is edited; null for a new one. */
  webhook: Webhook | null
  /** Gets the secret of a new webhook. */
  onSaved(secret: string | null): void
  onClose(): void
}

/** Asks for the address and the kinds of messages of a webhook, and for the topic of a new one for topics. */
export const WebhookDialog = ({ isForTopics, webhook, onSaved, onClose }: Props) => {
  const { data: topics = [] } = useQuery({ ...topicsQuery, enabled: isForTopics && !webhook })
  const [topicName, setTopicName] = useState<string | null>(null)
  const kinds: readonly WebhookKind[] = isForTopics ? topicWebhookKinds : webhookKinds
  const { register, handleSubmit, setError, formState } = useForm<WebhookForm>({
    defaultValues: { url: webhook?.url ?? '', kinds: webhook?.kinds ?? [...kinds] },
    resolver: zodResolver(webhookFormSchema),
  })
  const { errors, isSubmitting } = formState
  const topic = topics.find(({ name }) => name === topicName) ?? topics[0]
  const save = handleSubmit(async (form) => {
    try {
      if (webhook) {
        const params = { id: webhook.id }
        await callApi<typeof changeWebhook>('PATCH /api/webhooks/:id', { params, body: form })
        onSaved(null)
      } else {
        const body = isForTopics && topic ? { ...form, topicId: topic.id } : form
        const { secret } = await callApi<typeof createWebhook>('POST /api/webhooks', { body })
        onSaved(secret)
      }
    } catch (error) {
      const message = error instanceof ApiError ? error.fieldErrors[0]?.message : undefined
      setError('url', {
        message: message ?? `${webhookTexts.saveFailed}. ${getSubmissionErrorMessage(error)}`,
      })
    }
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title={webhook ? webhookTexts.edit : webhookTexts.create}
      description={webhookTexts.dialogDescription}
    >
      <form onSubmit={save} noValidate className="flex flex-col gap-5">
        {isForTopics && !webhook && (
          <SelectField
            label={webhookTexts.topic}
            options={topics.map(({ name }) => name)}
            value={topic?.name}
            onChange={({ target }) => setTopicName(target.value)}
          />
        )}
        <TextField
          label={webhookTexts.url}
          placeholder={webhookTexts.urlPlaceholder}
          type="url"
          inputMode="url"
          autoComplete="off"
          dir="ltr"
          error={errors.url?.message}
          {...register('url')}
        />
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-sm font-medium">{webhookTexts.kinds}</legend>
          {kinds.map((kind) => (
            <CheckboxField
              key={kind}
              label={webhookTexts.kindNames[kind]}
              hint={webhookTexts.kindHints[kind]}
              value={kind}
              field={register('kinds')}
            />
          ))}
          {errors.kinds && <p className="text-sm text-danger">{errors.kinds.message}</p>}
        </fieldset>
        <FormButtons busy={isSubmitting} busyLabel={webhookTexts.saving} onCancel={onClose}>
          {webhook ? webhookTexts.save : webhookTexts.create}
        </FormButtons>
      </form>
    </Dialog>
  )
}
