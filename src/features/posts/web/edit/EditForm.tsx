import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { CurrentUser } from '#core/current-user.ts'
import { limits } from '#core/limits.ts'
import { pick } from '#core/pick.ts'
import { type ChosenFile, toChosenFiles } from '#features/media/web/files/chosen-file.ts'
import { ApiError, callApi } from '#web/api-client.ts'
import { readDraft } from '#web/drafts.ts'
import { TextField } from '#web/kit/TextField.tsx'
import { showToast } from '#web/kit/toast.ts'
import { showFieldErrors } from '#web/show-field-errors.ts'
import { getSubmissionErrorMessage } from '#web/submission-error-message.ts'
import { useIsMounted } from '#web/use-is-mounted.ts'
import type { PostCard, PostPage, PostUpdate, updatePost } from '../../contract.ts'
import { formFieldNames, isSameFieldValue, type PostFields, postFieldNames } from '../../contract-fields.ts'
import { createPostSchema } from '../../contract-form.ts'
import { postMessages } from '../../contract-messages.ts'
import { DraftNotice } from '../form/DraftNotice.tsx'
import { createLocalDraft, getEditDraftName, type LocalPostDraft } from '../form/draft.ts'
import { PostForm } from '../form/PostForm.tsx'
import { type PostValues, toPostValues } from '../form/post-values.ts'
import { postFormTexts } from '../form/texts.ts'
import { usePostDraft } from '../form/use-post-draft.ts'
import { patchCachedPost } from '../patch-post.ts'

type Change = Partial<Omit<PostUpdate, 'note'>>

/**
 * Returns the fields that have changed. Unchanged fields are not sent, so changes made elsewhere in the
 * meantime are not overwritten.
 */
export const getChangedFields = (post: PostCard, values: PostValues, files: readonly string[]): Change => {
  const edited: PostFields = { ...pick(values, formFieldNames), exampleFiles: [...files] }
  return pick(
    edited,
    postFieldNames.filter((name) => !isSameFieldValue(edited[name], post[name])),
  )
}

const formSchema = z.omit(createPostSchema, { exampleFiles: true, requestKey: true })

type Props = { user: CurrentUser; post: PostPage; onClose(): void }

/** The form of the Edit Post dialog, prefilled with the post or with an unsaved draft. */
export const EditForm = ({ user, post, onClose }: Props) => {
  const client = useQueryClient()
  const name = getEditDraftName(post.id)
  const [opened, setOpened] = useState(() => open(user.id, name, post))
  const present: readonly ChosenFile[] = toChosenFiles(post.exampleFiles)
  const form = useForm<PostValues>({
    defaultValues: opened.draft.values,
    resolver: zodResolver(formSchema) as never,
  })
  const draft = usePostDraft({
    form,
    owner: user.id,
    name,
    opened,
    filesName: () => name,
    initialFiles: present,
  })
  const [formError, setFormError] = useState<string | null>(null)
  const isOpen = useIsMounted()
  const [filesError, setFilesError] = useState<string>()
  const [note, setNote] = useState('')

  const discard = () => {
    const restored = createLocalDraft(toPostValues(post))
    draft.drop(restored)
    form.reset(restored.values)
    draft.files.replace(present)
    setOpened({ draft: restored, isRestored: false })
  }
  const save = form.handleSubmit(async (values) => {
    setFormError(null)
    setFilesError(undefined)
    try {
      const body = getChangedFields(post, values, await draft.files.waitForAddresses())
      if (Object.keys(body).length)
        patchCachedPost(
          client,
          await callApi<typeof updatePost>('PATCH /api/posts/:id', {
            params: { id: post.id },
            body: note ? { ...body, note } : body,
          }),
        )
      draft.drop(createLocalDraft(values))
      // The dialog may have been closed while the request ran; another one may be open by now.
      if (isOpen.current) onClose()
      showToast({ title: postMessages.updated, tone: 'success' })
    } catch (error) {
      const fileIssue =
        error instanceof ApiError && error.fieldErrors.find(({ path }) => path.startsWith('exampleFiles'))
      if (fileIssue) setFilesError(fileIssue.message)
      const title =
        error instanceof ApiError
          ? getSubmissionErrorMessage(error, postMessages.updateFailed)
          : postMessages.updateFailed
      const detail =
        showFieldErrors(error, form.setError, formFieldNames) || fileIssue
          ? postFormTexts.seeFields
          : getSubmissionErrorMessage(error, title)
      showToast({ title, tone: 'danger', ...(detail === title ? {} : { description: detail }) })
      setFormError(detail)
    }
  })
  return (
    <FormProvider {...form}>
      <PostForm
        files={draft.files}
        filesError={filesError}
        maxModels={1}
        topic={
          <TextField
            label={postFormTexts.topic}
            value={post.isPrivate ? postFormTexts.privateTopic : (post.topic?.name ?? postFormTexts.noTopic)}
            readOnly
            hint={postFormTexts.topicStays}
          />
        }
        note={
          <TextField
            label={postFormTexts.note}
            placeholder={postFormTexts.notePlaceholder}
            autoComplete="off"
            maxLength={limits.versionNote}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        }
        notice={opened.isRestored && <DraftNotice onDiscard={discard} />}
        error={formError === null ? null : { message: formError, isInToast: true }}
        submitButton={{
          label: postFormTexts.save,
          busyLabel: postFormTexts.saving,
          isBusy: form.formState.isSubmitting,
        }}
        onSubmit={(event) => void (form.formState.isSubmitting ? event.preventDefault() : save(event))}
        onCancel={onClose}
      />
    </FormProvider>
  )
}

const open = (owner: number, name: string, post: PostPage) => {
  const saved = readDraft<LocalPostDraft>(owner, name)
  return saved
    ? { draft: { ...saved, values: { ...toPostValues(post), ...saved.values } }, isRestored: true }
    : { draft: createLocalDraft(toPostValues(post)), isRestored: false }
}
