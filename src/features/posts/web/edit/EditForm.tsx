import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { CurrentUser } from '#features/identity/contract.ts'
import { type ChosenFile, toSend } from '#features/media/web/files/chosen-file.ts'
import { presentFiles } from '#features/media/web/files/present-files.ts'
import { messages, type PostPage, updatePost } from '#features/posts/contract.ts'
import { createPostShape } from '#features/posts/contract-form.ts'
import { CallError, call } from '#web/call.ts'
import { readDraft } from '#web/drafts.ts'
import { faultOf } from '#web/fault-of.ts'
import { TextField } from '#web/kit/TextField.tsx'
import { toast } from '#web/kit/toast.ts'
import { showIssues } from '#web/show-issues.ts'
import { useIsMounted } from '#web/use-is-mounted.ts'
import { DraftNotice } from '../form/DraftNotice.tsx'
import { type Draft, newDraft } from '../form/draft.ts'
import { editName } from '../form/draft-names.ts'
import { PostForm } from '../form/PostForm.tsx'
import { type PostValues, valuesOf } from '../form/post-values.ts'
import { texts } from '../form/texts.ts'
import { usePostDraft } from '../form/use-post-draft.ts'
import { changedFields } from './changed-fields.ts'
import { patchPost } from './patch-post.ts'

const FIELDS = ['title', 'description', 'prompt', 'type', 'models'] as const
const formShape = z.omit(createPostShape, { exampleFiles: true, requestKey: true })

type Props = { user: CurrentUser; post: PostPage; onClose(): void }

/** The form of the Edit Post dialog, prefilled with the post or with an unsaved draft. */
export const EditForm = ({ user, post, onClose }: Props) => {
  const client = useQueryClient()
  const name = editName(post.id)
  const [opened, setOpened] = useState(() => open(user.id, name, post))
  const present: readonly ChosenFile[] = presentFiles(post.exampleFiles)
  const form = useForm<PostValues>({
    defaultValues: opened.draft.values,
    resolver: zodResolver(formShape) as never,
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

  const discard = () => {
    const restored = newDraft(valuesOf(post))
    draft.drop(restored)
    form.reset(restored.values)
    draft.files.replace(present)
    setOpened({ draft: restored, isRestored: false })
  }
  const save = form.handleSubmit(async (values) => {
    setFormError(null)
    setFilesError(undefined)
    try {
      const body = changedFields(post, values, await toSend(draft.files.list))
      if (Object.keys(body).length)
        patchPost(client, await call(updatePost, { params: { id: post.id }, body }))
      draft.drop(newDraft(values))
      // The dialog may have been closed while the request ran; another one may be open by now.
      if (isOpen.current) onClose()
      toast({ title: messages.updated, tone: 'success' })
    } catch (error) {
      const fileIssue =
        error instanceof CallError && error.issues.find(({ path }) => path.startsWith('exampleFiles'))
      if (fileIssue) setFilesError(fileIssue.message)
      const title = error instanceof CallError ? faultOf(error, messages.updateFailed) : messages.updateFailed
      const detail =
        showIssues(error, form.setError, FIELDS) || fileIssue ? texts.seeFields : faultOf(error, title)
      toast({ title, tone: 'danger', ...(detail === title ? {} : { description: detail }) })
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
            label={texts.topic}
            value={post.isPrivate ? texts.privateTopic : (post.topic?.name ?? texts.noTopic)}
            readOnly
            hint={texts.topicStays}
          />
        }
        notice={opened.isRestored && <DraftNotice onDiscard={discard} />}
        error={formError}
        isErrorInToast
        isBusy={form.formState.isSubmitting}
        submitLabel={texts.save}
        busyLabel={texts.saving}
        onSubmit={(event) => void (form.formState.isSubmitting ? event.preventDefault() : save(event))}
        onCancel={onClose}
      />
    </FormProvider>
  )
}

const open = (owner: number, name: string, post: PostPage) => {
  const saved = readDraft<Draft>(owner, name)
  return saved ? { draft: saved, isRestored: true } : { draft: newDraft(valuesOf(post)), isRestored: false }
}
