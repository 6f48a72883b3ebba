import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { paths } from '#core/paths.ts'
import { ReasonChoice } from '#features/moderation/web/report/ReasonChoice.tsx'
import { type RemovalRequest, removalRequestStore } from '#features/posts/web/removal-request.ts'
import type { withdrawVersion } from '#features/skills/contract.ts'
import { ApiError, callApi, getErrorMessage } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { focusInvalidField } from '#web/focus-invalid-field.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { showToast } from '#web/kit/toast.ts'
import { showFieldErrors } from '#web/show-field-errors.ts'
import { useStore } from '#web/store.ts'
import { useFormDraft } from '#web/use-form-draft.ts'
import { type RemovalFields, ruledRemovalSchema } from '../contract-form.ts'
import type {
  removeCollection,
  removeComment,
  removePost,
  removeSuggestedEdit,
} from '../contract-moderation-notices.ts'
import { removalTexts } from './removal-texts.ts'
import { profileSubject, SubjectLinks } from './SubjectLinks.tsx'
import { adminTexts } from './texts.ts'

const TEXTS = ['reason'] as const
const FIELDS = ['rule', ...TEXTS] as const

const close = (): void => removalRequestStore.set(null)

/** The dialog in which an admin removes what somebody else has written. Loaded for admins only. */
const RemovalDialog = () => {
  const request = useStore(removalRequestStore, null)
  return request && <ReasonForm key={`${request.kind}:${request.id}`} {...request} />
}

const sendRemoval = (request: RemovalRequest, body: RemovalFields): Promise<unknown> => {
  switch (request.kind) {
    case 'post':
      return callApi<typeof removePost>('DELETE /api/admin/posts/:id', { params: { id: request.id }, body })
    case 'comment':
      return callApi<typeof removeComment>('DELETE /api/admin/comments/:id', {
        params: { id: request.id },
        body,
      })
    case 'collection':
      return callApi<typeof removeCollection>('DELETE /api/admin/collections/:id', {
        params: { id: request.id },
        body,
      })
    case 'suggested-edit':
      return callApi<typeof removeSuggestedEdit>('DELETE /api/admin/suggested-edits/:id', {
        params: { id: request.id },
        body,
      })
    case 'skill':
      return callApi<typeof withdrawVersion>('POST /api/posts/:id/versions/:number/withdraw', {
        params: { id: request.id, number: request.version },
        body,
      })
  }
}

/**
 * Asks for the reason and removes the content. Errors are shown in the dialog, never in a toast
 * (docs/spec/errors.md#messages).
 */
const ReasonForm = (request: RemovalRequest) => {
  const user = useCurrentUser()
  const form = useForm<RemovalFields>({
    defaultValues: { reason: '', rule: '' },
    resolver: zodResolver(ruledRemovalSchema),
    shouldFocusError: false,
  })
  const { register, handleSubmit, setError, setValue, watch, formState } = form
  const dropDraft = useFormDraft(form, user?.id ?? null, `remove-${request.kind}:${request.id}`, TEXTS)
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (values) => {
    try {
      // A 404 means that the content has already been removed, perhaps by another admin.
      await sendRemoval(request, values).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      })
      dropDraft()
      close()
      request.onRemoved()
      showToast({
        title: request.kind === 'skill' ? removalTexts.withdrawn : removalTexts.removed,
        tone: 'success',
      })
    } catch (error) {
      if (!showFieldErrors(error, setError, FIELDS))
        setError('root', { message: getErrorMessage(error, removalTexts.failed) })
    }
  }, focusInvalidField)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSubmitting && close()}
      title={removalTexts.titles[request.kind]}
      description={removalTexts.descriptions[request.kind](
        request.author,
        'title' in request ? request.title : '',
      )}
    >
      <SubjectLinks
        subjects={[
          ...(request.kind === 'post'
            ? [{ href: paths.post({ id: request.id, isPrivate: false }), label: removalTexts.viewPost }]
            : []),
          profileSubject(request.author),
        ]}
      />
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ReasonChoice
          label={adminTexts.rule}
          noneLabel={adminTexts.chooseRule}
          value={watch('rule')}
          error={errors.rule?.message}
          onChange={(rule) => setValue('rule', rule)}
        />
        <TextArea
          label={removalTexts.reason}
          rows={3}
          error={errors.reason?.message}
          {...register('reason')}
        />
        <FormButtons
          error={errors.root?.message}
          variant="danger"
          busy={isSubmitting}
          busyLabel={request.kind === 'skill' ? removalTexts.withdrawing : removalTexts.removing}
          onCancel={close}
        >
          {request.kind === 'skill' ? removalTexts.withdraw : removalTexts.remove}
        </FormButtons>
      </form>
    </Dialog>
  )
}

export default RemovalDialog
