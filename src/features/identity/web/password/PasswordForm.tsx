import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { changePassword } from '#features/identity/contract.ts'
import { passwordChangeShape } from '#features/identity/contract-form.ts'
import { sessionsQuery } from '#features/identity/web/queries.ts'
import { CallError, call } from '#web/call.ts'
import { faultOf } from '#web/fault-of.ts'
import { Button } from '#web/kit/Button.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { toast } from '#web/kit/toast.ts'
import { texts } from '../account-texts.ts'
import { PasswordMeter } from './PasswordMeter.tsx'

type Values = z.input<typeof passwordChangeShape>

/** For accounts of the embedded provider. Typed passwords are never saved as a draft. */
export const PasswordForm = ({ email }: { email: string | null }) => {
  const queryClient = useQueryClient()
  const { register, handleSubmit, setError, reset, watch, formState } = useForm<Values>({
    defaultValues: { current: '', next: '' },
    resolver: zodResolver(passwordChangeShape),
  })
  const { errors, isSubmitting } = formState
  const change = handleSubmit(async (values) => {
    try {
      await call(changePassword, { body: values })
      reset()
      toast({ title: texts.changed, tone: 'success' })
      await queryClient.invalidateQueries(sessionsQuery)
    } catch (error) {
      const fieldError = error instanceof CallError ? error.issues[0] : undefined
      if (fieldError?.path === 'current' || fieldError?.path === 'next')
        setError(fieldError.path, { message: fieldError.message }, { shouldFocus: true })
      else toast({ title: texts.changeFailed, description: faultOf(error), tone: 'danger' })
    }
  })
  return (
    <form onSubmit={change} noValidate className="flex flex-col items-start gap-5">
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
      <div className="flex w-full flex-col gap-5">
        <TextField
          label={texts.current}
          type="password"
          autoComplete="current-password"
          error={errors.current?.message}
          {...register('current')}
        />
        <TextField
          label={texts.next}
          type="password"
          autoComplete="new-password"
          hint={texts.nextHint}
          error={errors.next?.message}
          {...register('next')}
        />
        <PasswordMeter password={watch('next')} />
      </div>
      <Button type="submit" busy={isSubmitting} busyLabel={texts.changing}>
        {texts.change}
      </Button>
    </form>
  )
}
