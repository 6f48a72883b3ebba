import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { limits } from '#core/limits.ts'
import { countCharacters } from '#core/text.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { showFieldErrors } from '#web/show-field-errors.ts'
import { useFormDraft } from '#web/use-form-draft.ts'
import type { sendContactMessage } from '../contract.ts'
import { type ContactMessageFields, contactMessageSchema } from '../contract-form.ts'
import { contactPageTexts } from './contact-texts.ts'

const FIELDS = ['name', 'email', 'content'] as const
const DRAFT = 'contact-message'

/** Sends a message to the people who run the site. Until it is sent, its text is kept as a draft in this browser. */
export const ContactForm = () => {
  const user = useCurrentUser()
  const [isSent, setSent] = useState(false)
  const form = useForm<ContactMessageFields>({
    defaultValues: { name: '', email: '', content: '' },
    resolver: zodResolver(contactMessageSchema),
  })
  const { register, handleSubmit, setError, watch, reset, formState } = form
  const { errors, isSubmitting } = formState
  const dropDraft = useFormDraft(form, user?.id ?? null, DRAFT, FIELDS)
  const send = handleSubmit(async (body) => {
    try {
      await callApi<typeof sendContactMessage>('POST /api/contact-messages', { body })
      dropDraft()
      reset()
      setSent(true)
    } catch (error) {
      if (!showFieldErrors(error, setError, FIELDS))
        setError('root', { message: getErrorMessage(error, contactPageTexts.failed) })
    }
  })
  if (isSent)
    return (
      <div role="status" className="rounded-lg border bg-surface p-4">
        <p className="font-semibold">{contactPageTexts.sent}</p>
        <p className="mt-1 mb-3 text-sm text-muted">{contactPageTexts.sentText}</p>
        <Button onClick={() => setSent(false)}>{contactPageTexts.another}</Button>
      </div>
    )
  const length = countCharacters(watch('content').trim())
  return (
    <form onSubmit={send} noValidate className="flex max-w-120 flex-col gap-4">
      <TextField
        label={contactPageTexts.name}
        autoComplete="name"
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label={contactPageTexts.email}
        type="email"
        autoComplete="email"
        hint={contactPageTexts.emailHint}
        error={errors.email?.message}
        {...register('email')}
      />
      <TextArea
        label={contactPageTexts.content}
        rows={6}
        hint={contactPageTexts.contentHint(
          length.toLocaleString('en'),
          limits.contactMessage.toLocaleString('en'),
        )}
        error={errors.content?.message}
        {...register('content')}
      />
      {errors.root?.message && <ErrorNotice>{errors.root.message}</ErrorNotice>}
      <div>
        <Button type="submit" variant="primary" disabled={isSubmitting}>
          {isSubmitting ? contactPageTexts.sending : contactPageTexts.send}
        </Button>
      </div>
    </form>
  )
}
