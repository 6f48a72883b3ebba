import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { CurrentUser } from '#core/current-user.ts'
import { limits } from '#core/limits.ts'
import { paths } from '#core/paths.ts'
import { ApiError, callApi } from '#web/api-client.ts'
import { getConflictUrl } from '#web/conflict-url.ts'
import { currentUserQuery } from '#web/current-user.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { ExactTime } from '#web/kit/RelativeTime.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { showFieldErrors } from '#web/show-field-errors.ts'
import { getSubmissionErrorMessage } from '#web/submission-error-message.ts'
import { useIsMounted } from '#web/use-is-mounted.ts'
import type { findDuplicatePrompt, PostCard } from '../../contract.ts'
import { formFieldNames } from '../../contract-fields.ts'
import { DraftNotice } from '../form/DraftNotice.tsx'
import { createLocalDraft, type StoredDraft } from '../form/draft.ts'
import { PostForm } from '../form/PostForm.tsx'
import type { PostValues } from '../form/post-values.ts'
import { postFormTexts } from '../form/texts.ts'
import { invalidatePostLists } from '../invalidate-post-lists.ts'
import { copyText } from '../share-link.ts'
import { postTexts } from '../texts.ts'
import { NewPostContext, type ServerDraftHandle } from './new-post-context.ts'
import { RemixNotice } from './RemixNotice.tsx'
import { submitPost } from './submit-post.ts'
import { TopicField } from './TopicField.tsx'
import { useNewPostDraft } from './use-new-post-draft.ts'

const NAVIGATION_DELAY_MS = 100
const FIELDS = [...formFieldNames, 'topicId'] as const

type Props = {
  user: CurrentUser
  preset: Partial<PostValues>
  /** The server-side draft to continue. */
  stored?: StoredDraft
  /** Lists posts with a similar title, which it reads from the form. */
  similarPosts?: ReactNode
  /** Saves the draft on the server; see `NewPostContext`. */
  serverDraft?: ReactNode
  onClose(): void
}

/** The Create Post dialog (docs/spec/pages.md#dialogs). Its code is loaded when it is first opened. */
const CreatePostDialog = ({ user, preset, stored, similarPosts, serverDraft, onClose }: Props) => {
  const client = useQueryClient()
  const navigation = useNavigation()
  const { form, draft, opened, discard } = useNewPostDraft(user, preset, stored)
  const saving = useRef<ServerDraftHandle>(null)
  const [formError, setFormError] = useState<string | null>(null)
  const [conflictUrl, setConflictUrl] = useState<string | null>(null)
  const [filesError, setFilesError] = useState<string>()
  /** The prompt that the member was warned about; submitting it again publishes it. */
  const warnedPrompt = useRef<string>(null)
  const isOpen = useIsMounted()

  const finish = (post: PostCard) => {
    draft.drop(createLocalDraft())
    void invalidatePostLists(client, user.id)
    const openPost = () => void navigation.push(paths.post(post))
    const url = location.origin + paths.post(post)
    if (post.restriction)
      showToast({ title: postFormTexts.created, description: postFormTexts.waits, tone: 'success' })
    else if (post.isPrivate)
      showToast({
        title: postFormTexts.created,
        description: postFormTexts.readByLink,
        tone: 'success',
        action: {
          label: postFormTexts.copyLink,
          run: () => void copyText(url, postTexts.linkCopied, postTexts.shareFailed),
        },
      })
    // The dialog was closed while the request ran, so the member stays on the current page.
    if (!isOpen.current) {
      const action = { label: postFormTexts.open, run: openPost }
      if (!post.isPrivate) showToast({ title: postFormTexts.created, tone: 'success', action })
      return
    }
    onClose()
    setTimeout(openPost, NAVIGATION_DELAY_MS)
  }
  const discardDraft = () => {
    // Stops saving to the server and discards only this browser's draft; the draft on the server is not deleted.
    void saving.current?.pause()
    discard()
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
        return setFormError(postFormTexts.publishedElsewhere)
      }
      // Saving the draft after publishing would re-create it.
      await saving.current?.pause()
      const exampleFiles = await draft.files.waitForAddresses()
      draft.keep({ wasTried: true })
      finish(await submitPost({ ...values, exampleFiles, requestKey, draftId: requestKey }, attempts))
    } catch (error) {
      saving.current?.resume()
      const fileIssue =
        error instanceof ApiError && error.fieldErrors.find(({ path }) => path.startsWith('exampleFiles'))
      if (fileIssue) setFilesError(fileIssue.message)
      const hasFieldErrors = showFieldErrors(error, form.setError, FIELDS) || fileIssue
      // Refetches the current user because the member may have been muted; the form then says so.
      if (error instanceof ApiError && error.status === 403) void client.invalidateQueries(currentUserQuery)
      setConflictUrl(getConflictUrl(error))
      setFormError(
        hasFieldErrors ? postFormTexts.seeFields : getSubmissionErrorMessage(error, postFormTexts.failed),
      )
    }
  })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={postFormTexts.create} size="wide">
      <FormProvider {...form}>
        <PostForm
          files={draft.files}
          filesError={filesError}
          maxModels={limits.models}
          isNew
          topic={<TopicField isMuted={user.isMuted} />}
          draft={
            <NewPostContext
              key={opened.draft.requestKey}
              value={{
                id: opened.draft.requestKey,
                stored: opened.draft.stored,
                files: draft.files,
                handle: saving,
                onStored: draft.markStored,
                onClose,
              }}
            >
              {serverDraft}
            </NewPostContext>
          }
          similar={similarPosts}
          notice={
            <>
              {stored?.publishAt && (
                <p className="text-sm text-muted">
                  {postFormTexts.scheduledFor} <ExactTime date={stored.publishAt} />.
                </p>
              )}
              {opened.isRestored && <DraftNotice onDiscard={discardDraft} />}
              {opened.draft.values.remixOf !== undefined && <RemixNotice id={opened.draft.values.remixOf} />}
              {opened.setAside && <p className="text-sm text-muted">{postFormTexts.setAside}</p>}
            </>
          }
          error={formError === null ? null : { message: formError, conflictUrl }}
          submitButton={{
            label: postFormTexts.create,
            busyLabel: postFormTexts.creating,
            isBusy: form.formState.isSubmitting,
          }}
          onSubmit={(event) => void (form.formState.isSubmitting ? event.preventDefault() : submit(event))}
          onCancel={onClose}
        />
      </FormProvider>
    </Dialog>
  )
}

/**
 * Returns the URL of the member's post with the same prompt in another topic, or null if there is none or the
 * request fails.
 */
const findInOtherTopic = async ({ prompt, topicId }: PostValues): Promise<string | null> => {
  const { post } = await callApi<typeof findDuplicatePrompt>('POST /api/posts/same-prompt', {
    body: { prompt },
  }).catch(() => ({ post: null }))
  return post && post.topicId !== topicId ? post.url : null
}

export default CreatePostDialog
