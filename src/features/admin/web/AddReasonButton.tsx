import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { showFieldErrors } from '#web/show-field-errors.ts'
import { useFormDraft } from '#web/use-form-draft.ts'
import type { AuditEvent, addReason } from '../contract-audit.ts'
import { type ReasonFields, reasonSchema } from '../contract-form.ts'
import { auditLogTexts } from './audit-log-texts.ts'
import { adminTexts } from './texts.ts'
import { refetchAdminPanel } from './use-admin-action.ts'

const TEXTS = ['reason'] as const

type Props = { event: AuditEvent }

/**
 * Adds a reason to an audit event. One-click actions do not ask for a reason, so the admin can add it here.
 */
export const AddReasonButton = ({ event }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const name = `${auditLogTexts.actions[event.action]} ${event.target}`
  return (
    <>
      <Button ref={button} aria-label={`${auditLogTexts.addReason}: ${name}`} onClick={() => setOpen(true)}>
        {auditLogTexts.addReason}
      </Button>
      {isOpen && (
        <ReasonForm
          event={event}
          title={auditLogTexts.addReasonTitle(name)}
          row={button.current?.closest('tr') ?? null}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type FormProps = Props & { title: string; row: HTMLElement | null; onClose(): void }

const ReasonForm = ({ event, title, row, onClose }: FormProps) => {
  const client = useQueryClient()
  const user = useCurrentUser()
  const form = useForm<ReasonFields>({ defaultValues: { reason: '' }, resolver: zodResolver(reasonSchema) })
  const { register, handleSubmit, setError, formState } = form
  const dropDraft = useFormDraft(form, user?.id ?? null, `why:${event.id}`, TEXTS)
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (body) => {
    try {
      await callApi<typeof addReason>('PUT /api/admin/acts/:id/reason', { params: { id: event.id }, body })
      dropDraft()
      announce(auditLogTexts.reasonSaved)
      onClose()
      await refetchAdminPanel(client)
      // Moves the focus to the row, because the focused button no longer exists.
      row?.focus()
    } catch (error) {
      if (!showFieldErrors(error, setError, TEXTS))
        setError('root', { message: getErrorMessage(error, adminTexts.actionFailed) })
    }
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title={title}
      description={auditLogTexts.addReasonText}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextField
          label={auditLogTexts.reason}
          autoComplete="off"
          error={errors.reason?.message}
          {...register('reason')}
        />
        <FormButtons
          error={errors.root?.message}
          busy={isSubmitting}
          busyLabel={adminTexts.saving}
          onCancel={onClose}
        >
          {auditLogTexts.saveReason}
        </FormButtons>
      </form>
    </Dialog>
  )
}
