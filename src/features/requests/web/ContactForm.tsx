import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { limits } from '#core/limits.ts'
import { countCharacters } from '#core/text.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { TextArea } from '#web/kit/TextArea.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { showFieldErrors } from '#web/show-field-errors.ts'
import { useFormDraft } from '#web/use-form-draft.ts'
import { SentNotice, VisitorForm } from '#web/VisitorForm.tsx'
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
      <SentNotice
        title={contactPageTexts.sent}
        text={contactPageTexts.sentText}
        again={contactPageTexts.another}
        onAgain={() => setSent(false)}
      />
    )
  const length = countCharacters(watch('content').trim())
  return (
    <VisitorForm
      texts={contactPageTexts}
      isSubmitting={isSubmitting}
      error={errors.root?.message}
      onSubmit={send}
    >
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
    </VisitorForm>
  )
}
