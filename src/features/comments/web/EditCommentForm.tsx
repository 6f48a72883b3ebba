import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cleanText } from '#core/text.ts'
import { cancelPostRefetch } from '#features/posts/web/refetch-post.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { getConflictUrl } from '#web/conflict-url.ts'
import { deleteDraft, readDraft, saveDraft } from '#web/drafts.ts'
import { patchEntity } from '#web/entity-cache.ts'
import { isComposing } from '#web/is-composing.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { DialogButtons } from '#web/kit/DialogButtons.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useIsMounted } from '#web/use-is-mounted.ts'
import type { Comment, editComment } from '../contract.ts'
import { commentMessages } from '../contract-values.ts'
import { CharacterCounter, CommentField, countCharactersLeft } from './CommentField.tsx'
import { commentTexts } from './texts.ts'

type EditedFields = Pick<Comment, 'content' | 'mentions' | 'updatedAt' | 'editedAt'>

/**
 * Sends an edit to a comment and updates every cached copy optimistically. An error rolls the copies back and
 * is rethrown.
 */
const sendCommentEdit = async (client: QueryClient, comment: Comment, content: string): Promise<void> => {
  const { id, postId, mentions, updatedAt, editedAt } = comment
  // A response still in flight would restore the old text.
  void cancelPostRefetch(client, postId)
  const now = new Date()
  patch(client, id, { content, mentions, updatedAt: now, editedAt: now })
  try {
    patch(
      client,
      id,
      await callApi<typeof editComment>('PATCH /api/comments/:id', { params: { id }, body: { content } }),
    )
    announce(commentTexts.saved)
  } catch (error) {
    patch(client, id, { content: comment.content, mentions, updatedAt, editedAt })
    throw error
  }
}

const patch = (
  client: QueryClient,
  id: number,
  { content, mentions, updatedAt, editedAt }: EditedFields,
): void =>
  patchEntity(client, 'comment', id, (comment) => ({
    ...comment,
    content,
    mentions,
    updatedAt,
    editedAt,
  }))

type Props = {
  comment: Comment
  /**
   * True while the changes are being saved. During that time, the form is hidden and the comment shows the
   * new text.
   */
  isSaving: boolean
  /** Called with `closed` once the changes are saved or discarded. */
  onChange(state: 'open' | 'saving' | 'closed'): void
}

/**
 * Edits a comment in place, keeping a draft in this browser until the changes are saved or discarded. Lazily
 * loaded.
 */
const EditCommentForm = ({ comment, isSaving, onChange }: Props) => {
  const client = useQueryClient()
  const owner = comment.userId
  const draft = `edit-comment:${comment.id}`
  const [original] = useState(comment.content)
  const [typed, setTyped] = useState(() => readDraft<string>(owner, draft) ?? original)
  const [error, setError] = useState<string>()
  const [conflictUrl, setConflictUrl] = useState<string | null>(null)
  const [isPreview, setPreview] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const isMounted = useIsMounted()
  const content = cleanText(typed)
  const isChanged = content !== original
  const left = countCharactersLeft(typed)

  useLayoutEffect(() => onChange('open'), [onChange])
  useEffect(() => {
    if (isSaving) return
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [isSaving])
  const type = (text: string) => {
    setTyped(text)
    setError(undefined)
    setConflictUrl(null)
    if (text === original) deleteDraft(owner, draft)
    else saveDraft(owner, draft, text)
  }
  const close = () => {
    deleteDraft(owner, draft)
    focusComment(comment.id)
    onChange('closed')
  }
  const cancel = () => (isChanged ? setConfirming(true) : close())
  const save = async () => {
    if (isSaving) return
    const message = content === '' ? commentMessages.empty : left < 0 ? commentMessages.tooLong : undefined
    setError(message)
    if (message) return
    if (!isChanged) return close()
    setPreview(false)
    focusComment(comment.id)
    onChange('saving')
    try {
      await sendCommentEdit(client, comment, content)
      deleteDraft(owner, draft)
      onChange('closed')
    } catch (failure) {
      setError(getErrorMessage(failure, commentTexts.saveFailed))
      setConflictUrl(getConflictUrl(failure))
      // The user has left the page; the draft is still saved.
      if (!isMounted.current) showToast({ title: commentTexts.saveFailed, tone: 'danger' })
      else onChange('open')
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
    if (event.key === 'Escape') cancel()
  }
  return (
    <>
      <form
        onSubmit={submit}
        onKeyDown={onKeyDown}
        hidden={isSaving}
        aria-label={commentTexts.editLabel}
        className="my-2"
      >
        <CommentField
          ref={field}
          postId={comment.postId}
          label={commentTexts.editLabel}
          value={typed}
          isPreview={isPreview}
          readOnly={isSaving}
          autoFocus={false}
          error={error}
          conflictUrl={conflictUrl}
          onType={type}
        />
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" disabled={content === ''}>
            {commentTexts.save}
          </Button>
          {(content !== '' || isPreview) && (
            <Button variant="ghost" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
              {isPreview ? commentTexts.edit : commentTexts.preview}
            </Button>
          )}
          <Button variant="ghost" onClick={cancel}>
            {commentTexts.cancel}
          </Button>
          <CharacterCounter left={left} />
        </div>
      </form>
      <Dialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={commentTexts.discardTitle}
        description={commentTexts.discardText}
      >
        <DialogButtons>
          <Button onClick={() => setConfirming(false)}>{commentTexts.keepEditing}</Button>
          <Button variant="danger" onClick={close}>
            {commentTexts.discardChanges}
          </Button>
        </DialogButtons>
      </Dialog>
    </>
  )
}

const focusComment = (id: number): void =>
  document.getElementById(`comment-${id}`)?.focus({ preventScroll: true })

export default EditCommentForm
