import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { CurrentUser } from '#features/identity/contract.ts'
import { currentUserQuery } from '#features/identity/web/queries.ts'
import { completeProfile } from '#features/profiles/contract.ts'
import { profileFieldsShape } from '#features/profiles/contract-form.ts'
import { messages } from '#features/profiles/contract-messages.ts'
import { call } from '#web/call.ts'
import { faultOf } from '#web/fault-of.ts'
import { Button } from '#web/kit/Button.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { toast } from '#web/kit/toast.ts'
import { showIssues } from '#web/show-issues.ts'
import { useFormDraft } from '#web/use-form-draft.ts'
import { texts } from '../account-texts.ts'
import { AvatarField } from '../avatar/AvatarField.tsx'
import { PublicFields } from '../PublicFields.tsx'
import { copyOfferedPicture } from './copy-offered-picture.ts'

type Values = z.input<typeof profileFieldsShape>

const DRAFT_KEY = 'complete-profile'
const TEXT_FIELDS = ['username', 'bio', 'website', 'xLink', 'linkedinLink'] as const
const FIELDS = [...TEXT_FIELDS, 'avatar'] as const

const EMPTY: Values = { username: '', bio: '', website: '', xLink: '', linkedinLink: '', avatar: null }

type Props = { user: CurrentUser; onDone(user: CurrentUser): Promise<void> }

/** The one-time profile setup. Checks the username while it is typed (docs/spec/forms.md#profile). */
export const CompleteProfileForm = ({ user, onDone }: Props) => {
  const queryClient = useQueryClient()
  const form = useForm<Values>({
    defaultValues: EMPTY,
    resolver: zodResolver(profileFieldsShape),
    mode: 'onChange',
  })
  const { errors, isSubmitting } = form.formState
  const clearDraft = useFormDraft(form, user.id, DRAFT_KEY, TEXT_FIELDS)
  useOfferedPicture((avatar) => {
    if (form.getValues('avatar') === null) form.setValue('avatar', avatar)
  })

  const onSubmit = form.handleSubmit(async (values) => {
    try {
      const completed = await call(completeProfile, { body: { ...values, profileCompleted: true } })
      clearDraft()
      queryClient.setQueryData(currentUserQuery.queryKey, completed)
      await onDone(completed)
    } catch (error) {
      if (showIssues(error, form.setError, FIELDS)) return
      toast({ title: messages.completeFailed, description: faultOf(error), tone: 'danger' })
    }
  })
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      <TextField
        label={texts.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={user.username}
        error={errors.username?.message}
        hint={texts.usernameHint}
        {...form.register('username')}
      />
      <AvatarField
        username={form.watch('username').replace(/[^a-z0-9]/gi, '') || user.username}
        value={form.watch('avatar')}
        onChange={(avatar) => form.setValue('avatar', avatar)}
        error={errors.avatar?.message}
      />
      <FormProvider {...form}>
        <PublicFields values={EMPTY} />
      </FormProvider>
      <Button type="submit" variant="primary" busy={isSubmitting} busyLabel={texts.completing}>
        {texts.complete}
      </Button>
    </form>
  )
}

const useOfferedPicture = (onCopied: (avatar: string) => void): void => {
  const onCopiedEvent = useEffectEvent(onCopied)
  useEffect(() => {
    copyOfferedPicture().then((avatar) => avatar && onCopiedEvent(avatar))
  }, [])
}
