import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { limits } from '#core/limits.ts'
import { paths } from '#core/paths.ts'
import type { CurrentUser } from '#features/identity/contract.ts'
import { currentUserQuery } from '#features/identity/web/queries.ts'
import { toSend } from '#features/media/web/files/chosen-file.ts'
import { findSamePrompt, type PostCard } from '#features/posts/contract.ts'
import { CallError, call } from '#web/call.ts'
import { faultOf } from '#web/fault-of.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { toast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { pageIn } from '#web/page-in.ts'
import { showIssues } from '#web/show-issues.ts'
import { useIsMounted } from '#web/use-is-mounted.ts'
import { DraftNotice } from '../form/DraftNotice.tsx'
import { newDraft } from '../form/draft.ts'
import { PostForm } from '../form/PostForm.tsx'
import type { PostValues } from '../form/post-values.ts'
import { texts } from '../form/texts.ts'
import { refreshLists } from '../refresh-lists.ts'
import { publish } from './publish.ts'
import { TopicField } from './TopicField.tsx'
import { useCreateDraft } from './use-create-draft.ts'

const NAVIGATION_DELAY_MS = 100
const FIELDS = ['title', 'description', 'prompt', 'type', 'models', 'topicId'] as const

type Props = { user: CurrentUser; preset: Partial<PostValues>; onClose(): void }

/** The Create Post dialog (docs/spec/pages.md#dialogs). Loaded when first opened. */
const CreatePostDialog = ({ user, preset, onClose }: Props) => {
  const client = useQueryClient()
  const navigation = useNavigation()
  const { form, draft, opened, discard } = useCreateDraft(user, preset)
  const [formError, setFormError] = useState<string | null>(null)
  const [conflictUrl, setConflictUrl] = useState<string | null>(null)
  const [filesError, setFilesError] = useState<string>()
  /** The prompt that the member was warned about; submitting it again publishes it. */
  const warnedPrompt = useRef<string>(null)
  const isOpen = useIsMounted()

  const finish = (post: PostCard) => {
    draft.drop(newDraft())
    refreshLists(client, user.username)
    const openPost = () => void navigation.push(paths.post(post))
    // The dialog was closed while the request ran, so the page does not change under the member.
    if (!isOpen.current)
      return toast({ title: texts.created, tone: 'success', action: { label: texts.open, run: openPost } })
    onClose()
    setTimeout(openPost, NAVIGATION_DELAY_MS)
  }
  const submit = form.handleSubmit(async (values) => {
    setFormError(null)
    setConflictUrl(null)
    setFilesError(undefined)
    const { requestKey, ...attempts } = draft.current()
    try {
      const otherUrl =
        values.isPrivate || warnedPrompt.current === values.prompt ? null : await findInOtherTopic(values)
      if (otherUrl) {
        warnedPrompt.current = values.prompt
        setConflictUrl(otherUrl)
        return setFormError(texts.publishedElsewhere)
      }
      const exampleFiles = await toSend(draft.files.list)
      draft.keep({ wasTried: true })
      finish(await publish({ ...values, exampleFiles, requestKey }, attempts))
    } catch (error) {
      const fileIssue =
        error instanceof CallError && error.issues.find(({ path }) => path.startsWith('exampleFiles'))
      if (fileIssue) setFilesError(fileIssue.message)
      const hasFieldErrors = showIssues(error, form.setError, FIELDS) || fileIssue
      // The member may have been muted in the meantime; the form then shows it.
      if (error instanceof CallError && error.status === 403) void client.invalidateQueries(currentUserQuery)
      setConflictUrl(pageIn(error))
      setFormError(hasFieldErrors ? texts.seeFields : faultOf(error, texts.failed))
    }
  })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={texts.create} size="wide">
      <FormProvider {...form}>
        <PostForm
          files={draft.files}
          filesError={filesError}
          maxModels={limits.models}
          topic={<TopicField isMuted={user.isMuted} />}
          notice={
            <>
              {opened.isRestored && <DraftNotice onDiscard={discard} />}
              {opened.setAside && <p className="text-sm text-muted">{texts.setAside}</p>}
            </>
          }
          error={formError}
          conflictUrl={conflictUrl}
          isBusy={form.formState.isSubmitting}
          submitLabel={texts.create}
          busyLabel={texts.creating}
          onSubmit={(event) => void (form.formState.isSubmitting ? event.preventDefault() : submit(event))}
          onCancel={onClose}
        />
      </FormProvider>
    </Dialog>
  )
}

/**
 * Returns the URL of the member's post with the same prompt in another topic; null if there is none or the
 * request fails.
 */
const findInOtherTopic = async ({ prompt, topicId }: PostValues): Promise<string | null> => {
  const { post } = await call(findSamePrompt, { body: { prompt } }).catch(() => ({ post: null }))
  return post && post.topicId !== topicId ? post.url : null
}

export default CreatePostDialog
