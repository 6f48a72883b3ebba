import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
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
import { texts } from './texts.ts'
import { refreshPanel } from './use-act.ts'
import { WhyField } from './WhyField.tsx'

type Props = {
  title: string
  text?: string
  label: string
  busyLabel: string
  values?: TopicForm
  send(values: TopicForm, reason: string): Promise<unknown>
  said(name: string): string
  onClose(): void
}

const FIELDS = ['name', 'description'] as const

/** A topic's name and description: new, changed, or from a request. One that exists is linked to. */
export const TopicDialog = ({ title, text, label, busyLabel, values, send, said, onClose }: Props) => {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [existing, setExisting] = useState<string | null>(null)
  const { register, handleSubmit, setError, formState } = useForm<TopicFields, unknown, TopicForm>({
    defaultValues: values ?? { name: '', description: '' },
    resolver: zodResolver(topicFormShape),
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (given) => {
    setExisting(null)
    try {
      await send(given, reason)
      announce(said(given.name))
      await refreshPanel(client)
      onClose()
    } catch (error) {
      setExisting(pageIn(error))
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
            existing && (
              <SiteLink href={existing} onClick={onClose} className="underline">
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
        <WhyField value={reason} onChange={setReason} />
        {errors.root?.message && <Notice>{errors.root.message}</Notice>}
        <FormButtons busy={isSubmitting} busyLabel={busyLabel} onCancel={onClose}>
          {label}
        </FormButtons>
      </form>
    </Dialog>
  )
}
