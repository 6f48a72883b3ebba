import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cleanText } from '#core/text.ts'
import { type Comment, messages } from '#features/comments/contract.ts'
import { CharactersLeft, CommentField, charactersLeft } from '#features/comments/web/CommentField.tsx'
import { editComment } from '#features/comments/web/edit-comment.ts'
import { texts } from '#features/comments/web/texts.ts'
import { saidBy } from '#web/call.ts'
import { dropDraft, keepDraft, readDraft } from '#web/drafts.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { toast } from '#web/kit/toast.ts'
import { pageIn } from '#web/page-in.ts'
import { useIsMounted } from '#web/use-is-mounted.ts'

type Props = {
  comment: Comment
  /** While the changes are saved, the comment shows them and the form is hidden. */
  isSaving: boolean
  /** Closes after the changes are saved or discarded. */
  onChange(state: 'open' | 'saving' | 'closed'): void
}

/** Edits a comment in place, with a draft in this browser until it is saved or discarded. Lazily loaded. */
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
  const left = charactersLeft(typed)

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
    if (text === original) dropDraft(owner, draft)
    else keepDraft(owner, draft, text)
  }
  const close = () => {
    dropDraft(owner, draft)
    focusComment(comment.id)
    onChange('closed')
  }
  const cancel = () => (isChanged ? setConfirming(true) : close())
  const save = async () => {
    if (isSaving) return
    const message = content === '' ? messages.empty : left < 0 ? messages.tooLong : undefined
    setError(message)
    if (message) return
    if (!isChanged) return close()
    setPreview(false)
    focusComment(comment.id)
    onChange('saving')
    try {
      await editComment(client, comment, content)
      dropDraft(owner, draft)
      onChange('closed')
    } catch (failure) {
      setError(saidBy(failure, texts.saveFailed))
      setConflictUrl(pageIn(failure))
      // The user has left the page; the draft is still saved.
      if (!isMounted.current) toast({ title: texts.saveFailed, tone: 'danger' })
      else onChange('open')
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
    if (event.key === 'Escape') cancel()
  }
  return (
    <>
      <form
        onSubmit={submit}
        onKeyDown={onKeyDown}
        hidden={isSaving}
        aria-label={texts.editLabel}
        className="my-2"
      >
        <CommentField
          ref={field}
          label={texts.editLabel}
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
            {texts.save}
          </Button>
          {(content !== '' || isPreview) && (
            <Button variant="ghost" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
              {isPreview ? texts.edit : texts.preview}
            </Button>
          )}
          <Button variant="ghost" onClick={cancel}>
            {texts.cancel}
          </Button>
          <CharactersLeft left={left} />
        </div>
      </form>
      <Dialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={texts.discardTitle}
        description={texts.discardText}
      >
        <div className="flex flex-wrap justify-end gap-2 narrow:flex-col-reverse">
          <Button onClick={() => setConfirming(false)}>{texts.keepEditing}</Button>
          <Button variant="danger" onClick={close}>
            {texts.discardChanges}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

const focusComment = (id: number): void =>
  document.getElementById(`comment-${id}`)?.focus({ preventScroll: true })

export default EditCommentForm
