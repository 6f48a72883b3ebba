import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { CurrentUser } from '#core/current-user.ts'
import { cleanText } from '#core/text.ts'
import { getErrorMessage } from '#web/api-client.ts'
import { getConflictUrl } from '#web/conflict-url.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { isComposing } from '#web/is-composing.ts'
import { Button } from '#web/kit/Button.tsx'
import { getSelfAndAncestors, restoreFocus } from '#web/kit/return-focus.ts'
import { showToast } from '#web/kit/toast.ts'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { requestSignIn } from '#web/sign-in-request.ts'
import { useIsMounted } from '#web/use-is-mounted.ts'
import { commentMessages } from '../contract-values.ts'
import { CharacterCounter, CommentField, countCharactersLeft } from './CommentField.tsx'
import { saveCommentDraft, useCommentDraft } from './comment-draft.ts'
import { sendComment } from './send-comment.ts'
import { commentTexts } from './texts.ts'

const MutedNotice = lazyWithPreload(() => import('#web/MutedNotice.tsx'))

type CommentToSend = { postId: number; parentId: number | null; content: string; requestKey: string }

/**
 * Posts a comment and deletes its draft. A failure sets `error`, or shows a toast if the form has unmounted.
 */
const useSendComment = () => {
  const client = useQueryClient()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()
  /** The URL of the member's earlier comment with the same text. */
  const [conflictUrl, setConflictUrl] = useState<string | null>(null)
  const isMounted = useIsMounted()

  const showError = (message: string | undefined, url: string | null = null) => {
    setError(message)
    setConflictUrl(url)
  }
  /** Returns true if the comment was posted. */
  const send = async (user: CurrentUser, comment: CommentToSend): Promise<boolean> => {
    setSending(true)
    try {
      await sendComment(client, user, comment)
      saveCommentDraft(user.id, comment, '')
      return true
    } catch (failure) {
      if (isMounted.current) showError(getErrorMessage(failure, commentTexts.failed), getConflictUrl(failure))
      else showToast({ title: commentTexts.failed, tone: 'danger' })
      return false
    } finally {
      setSending(false)
    }
  }
  return { isSending, error, conflictUrl, showError, send }
}

type Props = {
  postId: number
  parentId: number | null
  label: string
  /** Closes a reply's form. Undefined for a top-level comment's form, which always stays open. */
  onClose?(): void
}

/**
 * The form for a comment or a reply. Until the comment is posted, its text survives failures, reloads and
 * signing in. A muted member sees their existing draft and the reason why they cannot post it.
 */
export const CommentForm = ({ postId, parentId, label, onClose }: Props) => {
  const user = useCurrentUser()
  const draft = useCommentDraft(user?.id ?? null, { postId, parentId })
  const { isSending, error, conflictUrl, showError, send: post } = useSendComment()
  const [isPreview, setPreview] = useState(false)
  const { typed } = draft
  const content = cleanText(typed)
  const left = countCharactersLeft(typed)
  const isMuted = user?.isMuted ?? false

  const send = async () => {
    if (isSending || isMuted) return
    if (!user && content === '') return requestSignIn('comment')
    const message = content === '' ? commentMessages.empty : left < 0 ? commentMessages.tooLong : undefined
    showError(message)
    if (message) return
    if (!user) {
      requestSignIn('comment', { kind: 'comment', postId, content, ...(parentId ? { parentId } : {}) })
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
    if (isComposing(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
    if (event.key === 'Escape' && onClose && !typed) onClose()
  }
  const discard = ({ currentTarget }: MouseEvent) => {
    // The button disappears with the draft, so the focus moves to the parent comment or the comment section.
    restoreFocus(getSelfAndAncestors(currentTarget.parentElement))
    draft.type('')
  }
  // The optimistic comment is already visible; on failure the form reappears with its text.
  const isHidden = isSending && onClose !== undefined
  const notice = isMuted && (
    <div className="my-3 min-h-11">
      <MutedNotice action={commentTexts.mutedAction} />
    </div>
  )
  if (notice && !typed) return onClose ? null : notice
  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} hidden={isHidden} className="my-3">
      {notice}
      <CommentField
        postId={postId}
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
          variant={user ? 'primary' : 'plain'}
          disabled={isMuted || (user !== null && content === '')}
          busy={isSending}
          busyLabel={commentTexts.sending}
        >
          {!user
            ? commentTexts.signInToComment
            : parentId === null
              ? commentTexts.comment
              : commentTexts.reply}
        </Button>
        {(content !== '' || isPreview) && (
          <Button variant="ghost" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
            {isPreview ? commentTexts.edit : commentTexts.preview}
          </Button>
        )}
        {isMuted && (
          <Button variant="ghost" onClick={discard}>
            {commentTexts.discard}
          </Button>
        )}
        {onClose && !isMuted && (
          <Button variant="ghost" onClick={onClose}>
            {commentTexts.cancel}
          </Button>
        )}
        <CharacterCounter left={left} />
      </div>
    </form>
  )
}
