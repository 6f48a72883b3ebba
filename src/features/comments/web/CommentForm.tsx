import { type FormEvent, type KeyboardEvent, type MouseEvent, useState } from 'react'
import { cleanText } from '#core/text.ts'
import { messages } from '#features/comments/contract.ts'
import { CharactersLeft, CommentField, charactersLeft } from '#features/comments/web/CommentField.tsx'
import { useCommentDraft } from '#features/comments/web/comment-draft.ts'
import { texts } from '#features/comments/web/texts.ts'
import { useSendComment } from '#features/comments/web/use-send-comment.ts'
import { askToSignIn } from '#features/identity/web/ask-to-sign-in.ts'
import { MutedNotice } from '#features/identity/web/MutedNotice.tsx'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { placeOf, returnFocus } from '#web/kit/return-focus.ts'

type Props = {
  postId: number
  parentId: number | null
  label: string
  /** Closes the form of a reply. */
  onClose?(): void
}

/**
 * The form for a comment or a reply. The text is saved until it is posted, across failures, reloads and
 * signing in. A muted member sees their existing draft and why they cannot post it.
 */
export const CommentForm = ({ postId, parentId, label, onClose }: Props) => {
  const user = useCurrentUser()
  const draft = useCommentDraft(user?.id ?? null, { postId, parentId })
  const { isSending, error, conflictUrl, showError, send: post } = useSendComment()
  const [isPreview, setPreview] = useState(false)
  const { typed } = draft
  const content = cleanText(typed)
  const left = charactersLeft(typed)
  const isMuted = user?.isMuted ?? false

  const send = async () => {
    if (isSending || isMuted) return
    if (!user && content === '') return askToSignIn('comment')
    const message = content === '' ? messages.empty : left < 0 ? messages.tooLong : undefined
    showError(message)
    if (message) return
    if (!user) {
      askToSignIn('comment', { kind: 'comment', postId, content, ...(parentId ? { parentId } : {}) })
      return
    }
    setPreview(false)
    if (await post(user, { postId, parentId, content, requestKey: draft.keyFor(content) })) onClose?.()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
    if (event.key === 'Escape' && onClose && !typed) onClose()
  }
  const discard = ({ currentTarget }: MouseEvent) => {
    // The button disappears with the draft, so the focus moves to the parent comment or the comment section.
    returnFocus(placeOf(currentTarget.parentElement))
    draft.type('')
  }
  // The optimistic comment is already visible; on failure the form reappears with its text.
  const isHidden = isSending && onClose !== undefined
  const notice = isMuted && (
    <div className="my-3">
      <MutedNotice>{texts.muted}</MutedNotice>
    </div>
  )
  if (notice && !typed) return onClose ? null : notice
  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} hidden={isHidden} className="my-3">
      {notice}
      <CommentField
        label={label}
        value={isSending && !isPreview ? '' : typed}
        isPreview={isPreview}
        readOnly={isSending || isMuted}
        autoFocus={onClose !== undefined && !isMuted}
        error={isMuted ? undefined : error}
        conflictUrl={conflictUrl}
        onType={(text) => {
          draft.type(text)
          showError(undefined)
        }}
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant="primary"
          disabled={isMuted || (user !== null && content === '')}
          busy={isSending}
          busyLabel={texts.sending}
        >
          {!user ? texts.signInToComment : parentId === null ? texts.comment : texts.reply}
        </Button>
        {(content !== '' || isPreview) && (
          <Button variant="ghost" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
            {isPreview ? texts.edit : texts.preview}
          </Button>
        )}
        {isMuted && (
          <Button variant="ghost" onClick={discard}>
            {texts.discard}
          </Button>
        )}
        {onClose && !isMuted && (
          <Button variant="ghost" onClick={onClose}>
            {texts.cancel}
          </Button>
        )}
        <CharactersLeft left={left} />
      </div>
    </form>
  )
}
