import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { tokenScopes } from '#core/token-scopes.ts'
import { ApiError, callApi } from '#web/api-client.ts'
import { CheckboxField } from '#web/kit/CheckboxField.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { getSubmissionErrorMessage } from '#web/submission-error-message.ts'
import type { createApiToken } from '../../contract-api-tokens.ts'
import { apiTokenFormSchema } from '../../contract-form.ts'
import { tokenLifetimes } from '../../contract-values.ts'
import { apiTokenTexts } from './texts.ts'

type Values = z.input<typeof apiTokenFormSchema>

/** The options of the select for the expiry. `days` is null for a token that does not expire. */
const lifetimes = [
  ...tokenLifetimes.map((days) => ({ days, label: apiTokenTexts.lifetimes[days] })),
  { days: null, label: apiTokenTexts.never },
]

type Props = { isAdmin: boolean; onCreated(token: string): void; onClose(): void }

/** Asks for the name, the scopes and the expiry of a new API token, and creates it. */
export const CreateTokenDialog = ({ isAdmin, onCreated, onClose }: Props) => {
  const { register, handleSubmit, setError, setValue, watch, formState } = useForm<Values>({
    defaultValues: { name: '', scopes: ['read'], expiresInDays: 90 },
    resolver: zodResolver(apiTokenFormSchema),
  })
  const { errors, isSubmitting } = formState
  const days = watch('expiresInDays')
  const create = handleSubmit(async (body) => {
    try {
      const { token } = await callApi<typeof createApiToken>('POST /api/user/tokens', { body })
      onCreated(token)
    } catch (error) {
      const message = error instanceof ApiError ? error.fieldErrors[0]?.message : undefined
      setError('name', {
        message: message ?? `${apiTokenTexts.createFailed}. ${getSubmissionErrorMessage(error)}`,
      })
    }
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title={apiTokenTexts.create}
      description={apiTokenTexts.dialogDescription}
    >
      <form onSubmit={create} noValidate className="flex flex-col gap-5">
        <TextField
          label={apiTokenTexts.name}
          placeholder={apiTokenTexts.namePlaceholder}
          autoComplete="off"
          error={errors.name?.message}
          {...register('name')}
        />
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-sm font-medium">{apiTokenTexts.scopes}</legend>
          {tokenScopes
            .filter((scope) => scope !== 'admin' || isAdmin)
            .map((scope) => (
              <CheckboxField
                key={scope}
                label={apiTokenTexts.scopeNames[scope]}
                hint={apiTokenTexts.scopeHints[scope]}
                value={scope}
                field={register('scopes')}
              />
            ))}
          {errors.scopes && <p className="text-sm text-danger">{errors.scopes.message}</p>}
        </fieldset>
        <SelectField
          label={apiTokenTexts.expiry}
          options={lifetimes.map(({ label }) => label)}
          value={lifetimes.find((lifetime) => lifetime.days === days)?.label}
          onChange={({ target }) =>
            setValue('expiresInDays', lifetimes.find(({ label }) => label === target.value)?.days ?? null)
          }
          hint={days === null ? <span className="text-danger">{apiTokenTexts.neverWarning}</span> : undefined}
        />
        <FormButtons busy={isSubmitting} busyLabel={apiTokenTexts.creating} onCancel={onClose}>
          {apiTokenTexts.create}
        </FormButtons>
      </form>
    </Dialog>
  )
}
