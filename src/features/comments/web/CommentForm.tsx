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
  /** A reply's form goes when it is done with. */
  onClose?(): void
}

/**
 * Writes a comment or a reply. What is typed stays until it is posted, through failures, reloads and sign-in;
 * a muted member sees what they have typed before, and why it cannot be posted.
 */
export const CommentForm = ({ postId, parentId, label, onClose }: Props) => {
  const user = useCurrentUser()
  const draft = useCommentDraft(user?.id ?? null, { postId, parentId })
  const { isSending, error, first, refuse, send: post } = useSendComment()
  const [isPreview, setPreview] = useState(false)
  const { typed } = draft
  const content = cleanText(typed)
  const left = charactersLeft(typed)
  const isMuted = user?.isMuted ?? false

  const send = async () => {
    if (isSending || isMuted) return
    if (!user && content === '') return askToSignIn('comment')
    const wrong = content === '' ? messages.empty : left < 0 ? messages.tooLong : undefined
    refuse(wrong)
    if (wrong) return
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
    // The button goes with the words: to the comment that they answered, or to all comments.
    returnFocus(placeOf(currentTarget.parentElement))
    draft.type('')
  }
  // It stands on the page already; the form comes back with its words should it fail.
  const isAway = isSending && onClose !== undefined
  const notice = isMuted && (
    <div className="my-3">
      <MutedNotice>{texts.muted}</MutedNotice>
    </div>
  )
  if (notice && !typed) return onClose ? null : notice
  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} hidden={isAway} className="my-3">
      {notice}
      <CommentField
        label={label}
        value={isSending && !isPreview ? '' : typed}
        isPreview={isPreview}
        readOnly={isSending || isMuted}
        autoFocus={onClose !== undefined && !isMuted}
        error={isMuted ? undefined : error}
        first={first}
        onType={(text) => {
          draft.type(text)
          refuse(undefined)
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
