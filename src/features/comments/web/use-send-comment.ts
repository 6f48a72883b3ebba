import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addComment } from '#features/comments/web/add-comment.ts'
import { keepComment } from '#features/comments/web/comment-draft.ts'
import { texts } from '#features/comments/web/texts.ts'
import type { CurrentUser } from '#features/identity/contract.ts'
import { CallError } from '#web/call.ts'
import { toast } from '#web/kit/toast.ts'
import { pageIn } from '#web/page-in.ts'
import { useIsMounted } from '#web/use-is-mounted.ts'

type CommentToSend = { postId: number; parentId: number | null; content: string; requestKey: string }

/**
 * Posts a comment and deletes its draft. A failure sets `error`, or shows a toast if the form is unmounted.
 */
export const useSendComment = () => {
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
  /** Returns whether the comment was posted. */
  const send = async (user: CurrentUser, comment: CommentToSend): Promise<boolean> => {
    setSending(true)
    try {
      await addComment(client, user, comment)
      keepComment(user.id, comment, '')
      return true
    } catch (failure) {
      if (isMounted.current)
        showError(failure instanceof CallError ? failure.said : texts.failed, pageIn(failure))
      else toast({ title: texts.failed, tone: 'danger' })
      return false
    } finally {
      setSending(false)
    }
  }
  return { isSending, error, conflictUrl, showError, send }
}
