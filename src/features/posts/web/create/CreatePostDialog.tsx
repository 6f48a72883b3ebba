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

const NAVIGATE_MS = 100
const FIELDS = ['title', 'description', 'prompt', 'type', 'models', 'topicId'] as const

type Props = { user: CurrentUser; preset: Partial<PostValues>; onClose(): void }

/** Create Post (section 2). Loaded when first opened. */
const CreatePostDialog = ({ user, preset, onClose }: Props) => {
  const client = useQueryClient()
  const navigation = useNavigation()
  const { form, draft, opened, discard } = useCreateDraft(user, preset)
  const [fault, setFault] = useState<string | null>(null)
  const [existing, setExisting] = useState<string | null>(null)
  const [filesError, setFilesError] = useState<string>()
  /** The prompt that the member was warned about: pressing the button again publishes it. */
  const warnedOf = useRef<string>(null)
  const isOpen = useIsMounted()

  const finish = (made: PostCard) => {
    draft.drop(newDraft())
    refreshLists(client, user.username)
    const go = () => void navigation.push(paths.post(made))
    // Closed meanwhile: the person is elsewhere.
    if (!isOpen.current)
      return toast({ title: texts.created, tone: 'success', action: { label: texts.open, run: go } })
    onClose()
    setTimeout(go, NAVIGATE_MS)
  }
  const submit = form.handleSubmit(async (values) => {
    setFault(null)
    setExisting(null)
    setFilesError(undefined)
    const { requestKey, ...tries } = draft.current()
    try {
      const same = values.isPrivate || warnedOf.current === values.prompt ? null : await findElsewhere(values)
      if (same) {
        warnedOf.current = values.prompt
        setExisting(same)
        return setFault(texts.publishedElsewhere)
      }
      const exampleFiles = await toSend(draft.files.list)
      draft.keep({ wasTried: true })
      finish(await publish({ ...values, exampleFiles, requestKey }, tries))
    } catch (error) {
      const ofFiles =
        error instanceof CallError && error.issues.find(({ path }) => path.startsWith('exampleFiles'))
      if (ofFiles) setFilesError(ofFiles.message)
      const isShown = showIssues(error, form.setError, FIELDS) || ofFiles
      // Perhaps muted meanwhile: then the form says so.
      if (error instanceof CallError && error.status === 403) void client.invalidateQueries(currentUserQuery)
      setExisting(pageIn(error))
      setFault(isShown ? texts.seeFields : faultOf(error, texts.failed))
    }
  })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={texts.create} size="wide">
      <FormProvider {...form}>
        <PostForm
          files={draft.files}
          filesError={filesError}
          mostModels={limits.models}
          topic={<TopicField isMuted={user.isMuted} />}
          notice={
            <>
              {opened.isRestored && <DraftNotice onDiscard={discard} />}
              {opened.setAside && <p className="text-sm text-muted">{texts.setAside}</p>}
            </>
          }
          fault={fault}
          existing={existing}
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

/** Where the same prompt is published in another topic; null too when that cannot be found out. */
const findElsewhere = async ({ prompt, topicId }: PostValues): Promise<string | null> => {
  const { post } = await call(findSamePrompt, { body: { prompt } }).catch(() => ({ post: null }))
  return post && post.topicId !== topicId ? post.url : null
}

export default CreatePostDialog
