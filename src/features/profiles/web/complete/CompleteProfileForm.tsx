import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { CurrentUser } from '#core/current-user.ts'
import { limits } from '#core/limits.ts'
import { mapProfileFields, profileFieldNames } from '#core/profile-fields.ts'
import { readProviderPicture } from '#features/identity/web/provider-picture.ts'
import { signInSettingsQuery } from '#features/identity/web/queries.ts'
import { callApi } from '#web/api-client.ts'
import { currentUserQuery } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { showToast } from '#web/kit/toast.ts'
import { showFieldErrors } from '#web/show-field-errors.ts'
import { getSubmissionErrorMessage } from '#web/submission-error-message.ts'
import { useDebounced } from '#web/use-debounced.ts'
import { useFormDraft } from '#web/use-form-draft.ts'
import type { completeProfile } from '../../contract.ts'
import { profileFieldsSchema, signUpAnswerSchema, usernameSchema } from '../../contract-form.ts'
import { profileMessages } from '../../contract-messages.ts'
import { AvatarField } from '../avatar/AvatarField.tsx'
import { decodeImage } from '../avatar/decode-image.ts'
import { cropToDataUrl } from '../avatar/draw-crop.ts'
import { profileFormTexts } from '../form-texts.ts'
import { PublicProfileFields } from '../PublicProfileFields.tsx'
import { usernameAvailabilityQuery } from '../queries.ts'
import { approvalTexts } from './approval-texts.ts'

/**
 * Fetches the person's picture from the identity provider in the browser, and returns it as a data URL.
 * Returns null if the picture cannot be fetched; the avatar then shows initials.
 */
const copyProviderPicture = async (): Promise<string | null> => {
  const url = readProviderPicture()
  if (!url) return null
  try {
    const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' })
    if (!response.ok) return null
    const picture = await decodeImage(await response.blob())
    return typeof picture === 'string' ? null : cropToDataUrl(picture)
  } catch {
    return null
  }
}

const schema = z.extend(profileFieldsSchema, { answer: signUpAnswerSchema })
type Values = z.input<typeof schema>

const DRAFT_KEY = 'complete-profile'
const TEXT_FIELDS = ['username', ...profileFieldNames, 'answer'] as const
const FIELDS = [...TEXT_FIELDS, 'avatar'] as const

const EMPTY: Values = { username: '', ...mapProfileFields(() => ''), avatar: null, answer: '' }

type Props = { user: CurrentUser; onDone(user: CurrentUser): Promise<void> }

/** The form for completing the profile. Checks the username while it is typed (docs/spec/forms.md#profile). */
export const CompleteProfileForm = ({ user, onDone }: Props) => {
  const queryClient = useQueryClient()
  const form = useForm<Values>({
    defaultValues: { ...EMPTY, username: user.hasPlaceholderUsername ? '' : user.username },
    resolver: zodResolver(schema),
    mode: 'onChange',
  })
  const { data: settings } = useQuery({ ...signInSettingsQuery, enabled: user.approval !== null })
  const { errors, isSubmitting } = form.formState
  const clearDraft = useFormDraft(form, user.id, DRAFT_KEY, TEXT_FIELDS)
  useOfferedPicture((avatar) => {
    if (form.getValues('avatar') === null) form.setValue('avatar', avatar)
  })

  const username = form.watch('username')
  const isAvailable = useAvailability(username, user.username)

  const onSubmit = form.handleSubmit(async (values) => {
    try {
      const completed = await callApi<typeof completeProfile>('POST /api/profile/complete', {
        body: { ...values, profileCompleted: true },
      })
      clearDraft()
      queryClient.setQueryData(currentUserQuery.queryKey, completed)
      await onDone(completed)
    } catch (error) {
      if (showFieldErrors(error, form.setError, FIELDS)) return
      showToast({
        title: profileMessages.completeFailed,
        description: getSubmissionErrorMessage(error),
        tone: 'danger',
      })
    }
  })
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      <TextField
        label={profileFormTexts.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={user.username}
        error={
          errors.username?.message ?? (isAvailable === false ? profileMessages.usernameTaken : undefined)
        }
        hint={
          isAvailable
            ? `${profileFormTexts.usernameAvailable} ${profileFormTexts.usernameHint}`
            : profileFormTexts.usernameHint
        }
        {...form.register('username')}
      />
      <TextField
        label={profileFormTexts.email}
        value={user.email ?? profileFormTexts.noEmail}
        readOnly
        hint={profileFormTexts.emailHint}
      />
      <AvatarField
        username={username.replace(/[^a-z0-9]/gi, '') || user.username}
        value={form.watch('avatar')}
        onChange={(avatar) => form.setValue('avatar', avatar)}
        error={errors.avatar?.message}
      />
      <FormProvider {...form}>
        <PublicProfileFields values={EMPTY} />
      </FormProvider>
      {user.approval && (
        <TextArea
          label={settings?.signUpQuestion ?? ''}
          rows={4}
          maxLength={limits.signUpAnswer}
          error={errors.answer?.message}
          {...form.register('answer')}
        />
      )}
      <Button
        type="submit"
        variant="primary"
        busy={isSubmitting}
        busyLabel={user.approval ? approvalTexts.sending : profileFormTexts.completing}
      >
        {user.approval ? approvalTexts.send : profileFormTexts.complete}
      </Button>
    </form>
  )
}

const useOfferedPicture = (onCopied: (avatar: string) => void): void => {
  const onCopiedEvent = useEffectEvent(onCopied)
  useEffect(() => {
    copyProviderPicture().then((avatar) => avatar && onCopiedEvent(avatar))
  }, [])
}

/** How long to wait after the last keystroke before checking the username. */
const PAUSE_MS = 400

/** Returns whether the server accepts the typed username, or undefined while this is unknown. */
const useAvailability = (username: string, current: string): boolean | undefined => {
  const settled = useDebounced(username, PAUSE_MS)
  const isWorthAsking = settled !== current && usernameSchema.safeParse(settled).success
  const { data } = useQuery({ ...usernameAvailabilityQuery(settled), enabled: isWorthAsking })
  return isWorthAsking && settled === username ? data?.isAvailable : undefined
}
