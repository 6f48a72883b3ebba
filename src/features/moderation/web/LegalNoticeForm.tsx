import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { limits } from '#core/limits.ts'
import { countCharacters } from '#core/text.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { CheckboxField } from '#web/kit/CheckboxField.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { Field } from '#web/kit/Field.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { showFieldErrors } from '#web/show-field-errors.ts'
import { type LegalNotice, type LegalNoticeFields, legalNoticeSchema } from '../contract-form.ts'
import type { sendLegalNotice } from '../contract-legal-notices.ts'
import { canBeAnonymous, illegalReasons } from '../contract-values.ts'
import { legalNoticeTexts } from './legal-notice-texts.ts'

const FIELDS = ['url', 'reason', 'words', 'name', 'email', 'isGoodFaith'] as const

/** What has been sent. `email` is null if no mail has to be confirmed. */
type Sent = { email: string | null }

/** Reports illegal content (Digital Services Act, article 16). Nothing of it is stored in the browser. */
export const LegalNoticeForm = ({ url }: { url: string }) => {
  const [sent, setSent] = useState<Sent | null>(null)
  const { register, handleSubmit, setError, watch, reset, formState } = useForm<
    LegalNoticeFields,
    unknown,
    LegalNotice
  >({
    defaultValues: { url, words: '', name: '', email: '', isGoodFaith: false, website: '' },
    resolver: zodResolver(legalNoticeSchema),
  })
  const { errors, isSubmitting } = formState
  const send = handleSubmit(async (body) => {
    try {
      const { needsConfirmation } = await callApi<typeof sendLegalNotice>('POST /api/legal-notices', { body })
      reset()
      setSent({ email: needsConfirmation ? body.email : null })
    } catch (error) {
      if (!showFieldErrors(error, setError, FIELDS))
        setError('root', { message: getErrorMessage(error, legalNoticeTexts.failed) })
    }
  })
  if (sent) return <SentNotice {...sent} onAnother={() => setSent(null)} />
  const length = countCharacters((watch('words') ?? '').trim())
  const isAnonymous = canBeAnonymous(watch('reason') ?? '')
  return (
    <form onSubmit={send} noValidate className="flex max-w-120 flex-col gap-4">
      <TextField
        label={legalNoticeTexts.url}
        type="url"
        dir="ltr"
        hint={legalNoticeTexts.urlHint}
        error={errors.url?.message}
        {...register('url')}
      />
      <Field label={legalNoticeTexts.reason} error={errors.reason?.message}>
        {(wiring) => (
          <select {...register('reason')} {...wiring}>
            <option value="">{legalNoticeTexts.choose}</option>
            {illegalReasons.map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
          </select>
        )}
      </Field>
      <TextArea
        label={legalNoticeTexts.words}
        rows={6}
        hint={legalNoticeTexts.wordsHint(
          length.toLocaleString('en'),
          limits.moderationWords.toLocaleString('en'),
        )}
        error={errors.words?.message}
        {...register('words')}
      />
      <TextField
        label={isAnonymous ? legalNoticeTexts.nameOptional : legalNoticeTexts.name}
        autoComplete="name"
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label={isAnonymous ? legalNoticeTexts.emailOptional : legalNoticeTexts.email}
        type="email"
        autoComplete="email"
        hint={isAnonymous ? legalNoticeTexts.anonymousHint : legalNoticeTexts.emailHint}
        error={errors.email?.message}
        {...register('email')}
      />
      <input
        type="text"
        tabIndex={-1}
        autoComplete="off"
        aria-hidden="true"
        title={legalNoticeTexts.website}
        className="hidden"
        {...register('website')}
      />
      <div>
        <CheckboxField
          label={legalNoticeTexts.goodFaith}
          hint={legalNoticeTexts.goodFaithHint}
          value=""
          field={register('isGoodFaith')}
        />
        {errors.isGoodFaith?.message && <ErrorNotice>{errors.isGoodFaith.message}</ErrorNotice>}
      </div>
      {errors.root?.message && <ErrorNotice>{errors.root.message}</ErrorNotice>}
      <div>
        <Button type="submit" variant="primary" disabled={isSubmitting}>
          {isSubmitting ? legalNoticeTexts.sending : legalNoticeTexts.send}
        </Button>
      </div>
    </form>
  )
}

const SentNotice = ({ email, onAnother }: Sent & { onAnother(): void }) => (
  <div role="status" className="max-w-120 rounded-lg border bg-surface p-4">
    <p className="font-semibold">
      {email === null ? legalNoticeTexts.sentTitle : legalNoticeTexts.confirmTitle}
    </p>
    <p className="mt-1 mb-3 text-sm wrap-anywhere text-muted">
      {email === null ? legalNoticeTexts.sentText : legalNoticeTexts.confirmText(email)}
    </p>
    <Button onClick={onAnother}>{legalNoticeTexts.another}</Button>
  </div>
)
