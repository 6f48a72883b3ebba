import { useQuery } from '@tanstack/react-query'
import { type FormEvent, Fragment, type ReactElement, useState } from 'react'
import type { CurrentUser } from '#core/current-user.ts'
import { limits } from '#core/limits.ts'
import { paths } from '#core/paths.ts'
import { pick } from '#core/pick.ts'
import type { PostPage } from '#features/posts/contract.ts'
import { isSameFieldValue, type TextFieldName } from '#features/posts/contract-fields.ts'
import { editablePostQuery } from '#features/posts/web/queries.ts'
import { ApiError, callApi } from '#web/api-client.ts'
import { deleteDraft, readDraft, saveDraft } from '#web/drafts.ts'
import { Button } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { showToast } from '#web/kit/toast.ts'
import MutedNotice from '#web/MutedNotice.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { getSubmissionErrorMessage } from '#web/submission-error-message.ts'
import { useListMutation } from '#web/use-list-mutation.ts'
import type { reviseSuggestedEdit, SuggestedEditInput, suggestEdit } from '../contract.ts'
import { suggestedEditMessages } from '../contract-messages.ts'
import { suggestableFieldNames } from '../contract-values.ts'
import { can } from '../policy.ts'
import { ownSuggestedTextsQuery } from './queries.ts'
import { suggestedEditTexts } from './texts.ts'

type Values = Record<TextFieldName | 'reason', string>

type Props = {
  user: CurrentUser
  id: number
  /** The id of the suggested edit to revise. */
  revised: number | undefined
}

/** The form for suggesting an edit to a post. If the member cannot suggest one, it explains why. */
export const SuggestEditForm = ({ user, id, revised }: Props) => {
  const post = useQuery(editablePostQuery(id))
  const own = useQuery({ ...ownSuggestedTextsQuery(id, revised ?? 0), enabled: revised !== undefined })
  const failed = [post, own].find(({ isError }) => isError)
  if (failed)
    return <ErrorNotice onRetry={() => void failed.refetch()}>{suggestedEditTexts.loadFailed}</ErrorNotice>
  if (!post.data || (revised !== undefined && !own.data))
    return <p className="text-sm text-muted">{suggestedEditTexts.loading}</p>
  if (!can.suggestEdit(user, post.data))
    return post.data.isPrivate || user.id === post.data.userId ? (
      <p className="text-muted">
        {post.data.isPrivate ? suggestedEditTexts.isPrivate : suggestedEditTexts.own}
      </p>
    ) : (
      <MutedNotice action={suggestedEditTexts.mutedAction} />
    )
  const present = { ...pick(post.data, suggestableFieldNames), reason: '' }
  const start = own.data ? { ...present, ...own.data.texts, reason: own.data.reason } : present
  return <Fields user={user} post={post.data} start={start} revised={revised} />
}

type FieldsProps = { user: CurrentUser; post: PostPage; start: Values; revised: number | undefined }

const Fields = ({ user, post, start, revised }: FieldsProps) => {
  const navigation = useNavigation()
  const form = revised === undefined ? `suggest-edit-${post.id}` : `revise-edit-${revised}`
  const [draft] = useState(() => readDraft<Values>(user.id, form))
  const [isRestored, setIsRestored] = useState(draft !== null)
  const [values, setValues] = useState<Values>({ ...start, ...draft })
  const [errors, setErrors] = useState<Partial<Values>>({})
  const [error, setError] = useState<string | null>(null)
  const { isBusy, run } = useListMutation('suggested-edits')
  const set = (name: keyof Values) => (text: string) => {
    const next = { ...values, [name]: text }
    setValues(next)
    saveDraft(user.id, form, next)
  }
  const discard = () => {
    deleteDraft(user.id, form)
    setIsRestored(false)
    setValues(start)
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setError(null)
    const changed = suggestableFieldNames.filter((name) => !isSameFieldValue(values[name], post[name]))
    if (changed.length === 0) return setError(suggestedEditMessages.nothingChanged)
    if (!values.reason.trim()) return setErrors({ reason: suggestedEditMessages.reasonRequired })
    const body: SuggestedEditInput = pick(values, [...changed, 'reason'])
    await run(suggestedEditTexts.sendFailed, async () => {
      try {
        const { id } =
          revised === undefined
            ? await callApi<typeof suggestEdit>('POST /api/posts/:id/suggested-edits', {
                params: { id: post.id },
                body,
              })
            : await callApi<typeof reviseSuggestedEdit>('PATCH /api/posts/:id/suggested-edits/:suggestion', {
                params: { id: post.id, suggestion: revised },
                body,
              })
        deleteDraft(user.id, form)
        await navigation.push(paths.suggestedEdit(post.id, id))
        showToast({ title: suggestedEditTexts.sent, tone: 'success' })
      } catch (cause) {
        const issues = cause instanceof ApiError ? cause.fieldErrors : []
        setErrors(Object.fromEntries(issues.map(({ path, message }) => [path, message])))
        setError(getSubmissionErrorMessage(cause, suggestedEditTexts.sendFailed))
        throw cause
      }
    })
  }
  const wire = (name: keyof Values) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => set(name)(target.value),
  })
  const controls: Record<TextFieldName, ReactElement> = {
    title: (
      <TextField key="title" label={suggestedEditTexts.fields.title} autoComplete="off" {...wire('title')} />
    ),
    description: (
      <TextArea
        key="description"
        label={suggestedEditTexts.fields.description}
        rows={4}
        {...wire('description')}
      />
    ),
    prompt: (
      <TextArea
        key="prompt"
        label={suggestedEditTexts.fields.prompt}
        rows={12}
        spellCheck={false}
        className="font-mono wide:text-sm!"
        {...wire('prompt')}
      />
    ),
    sourceUrl: (
      <TextField
        key="sourceUrl"
        type="url"
        label={suggestedEditTexts.fields.sourceUrl}
        hint={suggestedEditTexts.optional}
        autoComplete="off"
        {...wire('sourceUrl')}
      />
    ),
    // Only the author chooses the files.
    skill: <Fragment key="skill" />,
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-5">
      <p className="text-muted">{suggestedEditTexts.intro(post.user.username)}</p>
      {isRestored && (
        <div className="flex flex-wrap items-center gap-3 rounded-lg border px-4 py-3 text-sm" role="status">
          <p className="min-w-0 grow">{suggestedEditTexts.draftRestored}</p>
          <Button onClick={discard}>{suggestedEditTexts.discard}</Button>
        </div>
      )}
      {Object.values(controls)}
      <TextField
        label={suggestedEditTexts.reason}
        placeholder={suggestedEditTexts.reasonPlaceholder}
        autoComplete="off"
        aria-required
        maxLength={limits.versionNote}
        {...wire('reason')}
      />
      {error && (
        <ErrorNotice>
          <p>{error}</p>
          <p className="text-muted">{suggestedEditTexts.textIsSaved}</p>
        </ErrorNotice>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <SiteLink
          href={paths.post(post)}
          className="control inline-flex items-center px-3 text-sm text-muted hover:text-ink hover:underline"
        >
          {suggestedEditTexts.cancel}
        </SiteLink>
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={suggestedEditTexts.sending}>
          {suggestedEditTexts.send}
        </Button>
      </div>
    </form>
  )
}
