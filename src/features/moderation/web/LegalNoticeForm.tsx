import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { limits } from '#core/limits.ts'
import { countCharacters } from '#core/text.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { CheckboxField } from '#web/kit/CheckboxField.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { useSite } from '#web/navigation/navigation-context.ts'
import { showFieldErrors } from '#web/show-field-errors.ts'
import { SentNotice, VisitorForm } from '#web/VisitorForm.tsx'
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
  const { emailHint: mailedHint, unmailedHint } = legalNoticeTexts
  const emailHint = useSite().sendsMail ? mailedHint : unmailedHint
  if (sent)
    return (
      <SentNotice
        title={sent.email === null ? legalNoticeTexts.sentTitle : legalNoticeTexts.confirmTitle}
        text={sent.email === null ? legalNoticeTexts.sentText : legalNoticeTexts.confirmText(sent.email)}
        again={legalNoticeTexts.another}
        onAgain={() => setSent(null)}
      />
    )
  const length = countCharacters((watch('words') ?? '').trim())
  const isAnonymous = canBeAnonymous(watch('reason') ?? '')
  return (
    <VisitorForm
      texts={legalNoticeTexts}
      isSubmitting={isSubmitting}
      error={errors.root?.message}
      onSubmit={send}
    >
      <TextField
        label={legalNoticeTexts.url}
        type="url"
        dir="ltr"
        hint={legalNoticeTexts.urlHint}
        error={errors.url?.message}
        {...register('url')}
      />
      <SelectField
        label={legalNoticeTexts.reason}
        placeholder={legalNoticeTexts.choose}
        options={illegalReasons}
        error={errors.reason?.message}
        {...register('reason')}
      />
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
        hint={isAnonymous ? legalNoticeTexts.anonymousHint : emailHint}
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
      <CheckboxField
        label={legalNoticeTexts.goodFaith}
        hint={legalNoticeTexts.goodFaithHint}
        value=""
        field={register('isGoodFaith')}
        error={errors.isGoodFaith?.message}
      />
    </VisitorForm>
  )
}
