import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { ApiError, callApi } from '#web/api-client.ts'
import { currentUserQuery } from '#web/current-user.ts'
import { BoxBoundary } from '#web/kit/BoxBoundary.tsx'
import { Button } from '#web/kit/Button.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { showToast } from '#web/kit/toast.ts'
import { getSubmissionErrorMessage } from '#web/submission-error-message.ts'
import type { redeemAdminCode } from '../../contract.ts'
import { adminCodeStatusQuery } from '../queries.ts'
import { accountSettingsTexts } from '../settings-texts.ts'

/** Lets the operator of a publicly reachable site make their account its first admin. */
export const AdminCodeForm = () => {
  const queryClient = useQueryClient()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = formState
  const redeem = handleSubmit(async (body) => {
    try {
      await callApi<typeof redeemAdminCode>('POST /api/user/admin-code', { body })
      showToast({ title: accountSettingsTexts.becameAdmin, tone: 'success' })
      await queryClient.invalidateQueries(currentUserQuery)
      await queryClient.invalidateQueries(adminCodeStatusQuery)
    } catch (error) {
      const fieldError = error instanceof ApiError ? error.fieldErrors[0] : undefined
      if (fieldError) setError('code', { message: fieldError.message }, { shouldFocus: true })
      else
        showToast({
          title: accountSettingsTexts.adminFailed,
          description: getSubmissionErrorMessage(error),
          tone: 'danger',
        })
    }
  })
  return (
    <form onSubmit={redeem} noValidate className="flex flex-col items-start gap-4">
      <BoxBoundary>
        <p className="text-sm text-muted">{accountSettingsTexts.adminText}</p>
        <div className="w-full">
          <TextField
            label={accountSettingsTexts.adminCode}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            error={errors.code?.message}
            {...register('code')}
          />
        </div>
        <Button type="submit" busy={isSubmitting} busyLabel={accountSettingsTexts.becoming}>
          {accountSettingsTexts.becomeAdmin}
        </Button>
      </BoxBoundary>
    </form>
  )
}
