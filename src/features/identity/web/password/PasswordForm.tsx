import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { EndpointResponse } from '#core/endpoint.ts'
import { ApiError, callApi } from '#web/api-client.ts'
import { BoxBoundary } from '#web/kit/BoxBoundary.tsx'
import { Button } from '#web/kit/Button.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { showToast } from '#web/kit/toast.ts'
import { getSubmissionErrorMessage } from '#web/submission-error-message.ts'
import type { changePassword, checkPasswordStrength } from '../../contract.ts'
import { passwordChangeSchema } from '../../contract-form.ts'
import { passwordStrengthLabels } from '../../contract-values.ts'
import { sessionsQuery } from '../queries.ts'
import { accountSettingsTexts } from '../settings-texts.ts'

const DELAY_MS = 400

/** Shows the server's rating of the password being typed. Empty until the first response. */
const PasswordMeter = ({ password }: { password: string }) => {
  const [check, setCheck] = useState<EndpointResponse<typeof checkPasswordStrength> | null>(null)
  useEffect(() => {
    let isLatest = true
    const update = () =>
      password === ''
        ? setCheck(null)
        : callApi<typeof checkPasswordStrength>('POST /api/password-strength', { body: { password } }).then(
            (result) => isLatest && setCheck(result),
            // The error is ignored here and shown when the form is submitted.
            () => {},
          )
    const timer = setTimeout(update, password === '' ? 0 : DELAY_MS)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [password])
  return (
    <div className="-mt-3">
      {check && (
        <meter
          min={0}
          max={4}
          low={2.5}
          high={3.5}
          optimum={4}
          value={check.score}
          aria-label={accountSettingsTexts.strength}
          className="h-2 w-full"
        />
      )}
      <p role="status" className="text-sm text-muted">
        {check && (check.fault ?? passwordStrengthLabels[check.score])}
      </p>
    </div>
  )
}

type Values = z.input<typeof passwordChangeSchema>

/** Changes the password of an account at the embedded provider. Typed passwords are never saved as a draft. */
export const PasswordForm = ({ email }: { email: string | null }) => {
  const queryClient = useQueryClient()
  const { register, handleSubmit, setError, reset, watch, formState } = useForm<Values>({
    defaultValues: { current: '', next: '' },
    resolver: zodResolver(passwordChangeSchema),
  })
  const { errors, isSubmitting } = formState
  const change = handleSubmit(async (values) => {
    try {
      await callApi<typeof changePassword>('POST /api/user/password', { body: values })
      reset()
      showToast({ title: accountSettingsTexts.changed, tone: 'success' })
      await queryClient.invalidateQueries(sessionsQuery)
    } catch (error) {
      const fieldError = error instanceof ApiError ? error.fieldErrors[0] : undefined
      if (fieldError?.path === 'current' || fieldError?.path === 'next')
        setError(fieldError.path, { message: fieldError.message }, { shouldFocus: true })
      else
        showToast({
          title: accountSettingsTexts.changeFailed,
          description: getSubmissionErrorMessage(error),
          tone: 'danger',
        })
    }
  })
  return (
    <form onSubmit={change} noValidate className="flex flex-col items-start gap-5">
      <BoxBoundary>
        {/* Tells password managers which account the password belongs to. */}
        <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
        <div className="flex w-full flex-col gap-5">
          <TextField
            label={accountSettingsTexts.current}
            type="password"
            autoComplete="current-password"
            error={errors.current?.message}
            {...register('current')}
          />
          <TextField
            label={accountSettingsTexts.next}
            type="password"
            autoComplete="new-password"
            hint={accountSettingsTexts.nextHint}
            error={errors.next?.message}
            {...register('next')}
          />
          <PasswordMeter password={watch('next')} />
        </div>
        <Button type="submit" busy={isSubmitting} busyLabel={accountSettingsTexts.changing}>
          {accountSettingsTexts.change}
        </Button>
      </BoxBoundary>
    </form>
  )
}
