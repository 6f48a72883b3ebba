import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ContactMessageRow } from '#features/requests/contract.ts'
import { contactAnswerSchema } from '#features/requests/contract-form.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { showFieldErrors } from '#web/show-field-errors.ts'
import { useFormDraft } from '#web/use-form-draft.ts'
import type { answerContactMessage, deleteContactMessage, listContactMessages } from '../contract-inbox.ts'
import { AdminList } from './AdminList.tsx'
import { AdminRow, MemberLink } from './AdminRow.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { contactTexts } from './contact-texts.ts'
import type { AdminPanelState } from './panel-state.ts'
import { adminTexts } from './texts.ts'
import { useAdminAction } from './use-admin-action.ts'

const texts = adminTexts.columns
const columns = [
  { label: texts.email },
  { label: texts.name },
  { label: contactTexts.state },
  { label: texts.time, sorts: ['newest', 'oldest'] },
  { label: texts.text },
] as const

/** The messages that anybody has written to the people who run the site. */
export const ContactTab = ({ panelState }: { panelState: AdminPanelState }) => (
  <AdminList
    panelState={panelState}
    columns={columns}
    defaultSort="newest"
    load={(query) => callApi<typeof listContactMessages>('GET /api/admin/contact-messages', { query })}
    idOf={(row: ContactMessageRow) => row.id}
  >
    {(row) => <Message message={row} />}
  </AdminList>
)

const Message = ({ message }: { message: ContactMessageRow }) => {
  const { id, email, name, user, content, answer, answeredBy, createdAt } = message
  const [dialog, setDialog] = useState<'answer' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const state = answer === null ? contactTexts.open : contactTexts.answered
  const time = <RelativeTime date={createdAt} />
  const sender = (
    <>
      {name && <bdi>{name}</bdi>} {user ? <MemberLink {...user} /> : <span>{contactTexts.noAccount}</span>}
    </>
  )
  return (
    <AdminRow
      label={email}
      title={
        <a href={`mailto:${email}`} className="hover:underline">
          {email}
        </a>
      }
      facts={
        <>
          {sender} · <span>{state}</span> · {time}
        </>
      }
      cells={[
        { label: texts.name, value: sender },
        { label: contactTexts.state, value: state },
        { label: texts.time, value: time },
      ]}
      actions={
        <>
          {answer === null && (
            <Button aria-label={contactTexts.answerTo(email)} onClick={() => setDialog('answer')}>
              {contactTexts.answer}
            </Button>
          )}
          <Button aria-label={adminTexts.deleteNamed(email)} onClick={() => setDialog('delete')}>
            {adminTexts.delete}
          </Button>
        </>
      }
      more={
        answer !== null && (
          <p dir="auto" className="whitespace-pre-line">
            <span className="block text-muted">{contactTexts.answeredBy(answeredBy?.username)}</span>
            <span>{answer}</span>
          </p>
        )
      }
      dialog={
        <>
          {dialog === 'answer' && <AnswerDialog message={message} onClose={close} />}
          {dialog === 'delete' && (
            <ConfirmDialog
              draft={`delete-contact-message:${id}`}
              title={contactTexts.deleteMessage(email)}
              text={adminTexts.deleteItemText}
              label={adminTexts.delete}
              isDeletion
              successMessage={adminTexts.isDeleted}
              action={(reason) =>
                callApi<typeof deleteContactMessage>('DELETE /api/admin/contact-messages/:id', {
                  params: { id },
                  query: { reason },
                })
              }
              onClose={close}
            />
          )}
        </>
      }
    >
      <p dir="auto" className="whitespace-pre-line">
        {content}
      </p>
    </AdminRow>
  )
}

const FIELDS = ['answer'] as const

const AnswerDialog = ({ message, onClose }: { message: ContactMessageRow; onClose(): void }) => {
  const { id, email, content } = message
  const user = useCurrentUser()
  const form = useForm<{ answer: string }>({
    defaultValues: { answer: '' },
    resolver: zodResolver(contactAnswerSchema),
  })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState
  const dropDraft = useFormDraft(form, user?.id ?? null, `answer-contact-message:${id}`, FIELDS)
  const { act } = useAdminAction()
  const send = handleSubmit(async (body) => {
    const request = () =>
      callApi<typeof answerContactMessage>('POST /api/admin/contact-messages/:id/answer', {
        params: { id },
        body,
      })
    try {
      await request()
      dropDraft()
      onClose()
      await act(async () => {}, contactTexts.sent)
    } catch (error) {
      if (!showFieldErrors(error, setError, FIELDS))
        setError('root', { message: getErrorMessage(error, contactTexts.failed) })
    }
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title={contactTexts.answerTo(email)}
      description={contactTexts.dialogText}
    >
      <blockquote
        dir="auto"
        className="mb-4 max-h-40 overflow-y-auto border-l-2 pl-3 text-sm whitespace-pre-line"
      >
        {content}
      </blockquote>
      <form onSubmit={send} noValidate className="flex flex-col gap-4">
        <TextArea
          label={contactTexts.answerLabel}
          rows={6}
          error={errors.answer?.message}
          {...register('answer')}
        />
        <FormButtons
          error={errors.root?.message}
          busy={isSubmitting}
          busyLabel={contactTexts.sending}
          onCancel={onClose}
        >
          {contactTexts.send}
        </FormButtons>
      </form>
    </Dialog>
  )
}
