import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { CurrentUser } from '#core/current-user.ts'
import { pick } from '#core/pick.ts'
import { profileFieldNames } from '#core/profile-fields.ts'
import { callApi } from '#web/api-client.ts'
import { currentUserQuery, queriesExceptCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { showToast } from '#web/kit/toast.ts'
import { showFieldErrors } from '#web/show-field-errors.ts'
import { getSubmissionErrorMessage } from '#web/submission-error-message.ts'
import { useFormDraft } from '#web/use-form-draft.ts'
import type { updateProfile } from '../../contract.ts'
import { profileFieldsSchema } from '../../contract-form.ts'
import { profileMessages } from '../../contract-messages.ts'
import { AvatarField } from '../avatar/AvatarField.tsx'
import { profileFormTexts } from '../form-texts.ts'
import { PublicProfileFields } from '../PublicProfileFields.tsx'

const schema = z.omit(profileFieldsSchema, { username: true })
type Values = z.input<typeof schema>

const DRAFT_KEY = 'profile'
const FIELDS = [...profileFieldNames, 'avatar'] as const

const valuesOf = (user: CurrentUser): Values => pick(user, FIELDS)

/** The form for editing the member's profile (docs/spec/forms.md#profile). The username is read-only. */
export const ProfileForm = ({ user }: { user: CurrentUser }) => {
  const queryClient = useQueryClient()
  const form = useForm<Values>({ defaultValues: valuesOf(user), resolver: zodResolver(schema) })
  const { errors, isSubmitting, isDirty, dirtyFields } = form.formState
  const clearDraft = useFormDraft(form, user.id, DRAFT_KEY, profileFieldNames)

  const onDiscard = () => {
    clearDraft()
    form.reset(valuesOf(user))
  }
  const onSubmit = form.handleSubmit(async (values) => {
    const submitted = form.getValues()
    try {
      // Sends only the changed fields, because another tab may have changed the other fields in the meantime.
      const body = Object.fromEntries(
        FIELDS.flatMap((name) => (dirtyFields[name] ? [[name, values[name]]] : [])),
      )
      const updated = await callApi<typeof updateProfile>('PATCH /api/user/profile', { body })
      queryClient.setQueryData(currentUserQuery.queryKey, updated)
      clearDraft(submitted)
      // Keeps input that was typed while the request was in flight.
      const unsavedFields = FIELDS.filter((name) => form.getValues(name) !== submitted[name])
      const current = form.getValues()
      form.reset(valuesOf(updated))
      for (const name of unsavedFields) form.setValue(name, current[name], { shouldDirty: true })
      showToast({ title: profileFormTexts.saved, tone: 'success' })
      // Refetches cards and comments because they show the avatar.
      await queryClient.invalidateQueries(queriesExceptCurrentUser)
    } catch (error) {
      showFieldErrors(error, form.setError, FIELDS)
      showToast({
        title: profileMessages.updateFailed,
        description: getSubmissionErrorMessage(error),
        tone: 'danger',
      })
    }
  })
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      <AvatarField
        username={user.username}
        value={form.watch('avatar')}
        onChange={(avatar) => form.setValue('avatar', avatar, { shouldDirty: true })}
        error={errors.avatar?.message}
      />
      <TextField
        label={profileFormTexts.username}
        value={user.username}
        readOnly
        hint={profileFormTexts.usernameLocked}
      />
      <TextField
        label={profileFormTexts.email}
        value={user.email ?? profileFormTexts.noEmail}
        readOnly
        hint={profileFormTexts.emailHint}
      />
      <FormProvider {...form}>
        <PublicProfileFields values={valuesOf(user)} />
      </FormProvider>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          busy={isSubmitting}
          busyLabel={profileFormTexts.saving}
          disabled={!isDirty}
        >
          {profileFormTexts.save}
        </Button>
        {isDirty && (
          <Button variant="ghost" onClick={onDiscard}>
            {profileFormTexts.discard}
          </Button>
        )}
      </div>
    </form>
  )
}
