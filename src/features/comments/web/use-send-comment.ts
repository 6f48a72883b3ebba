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

type Sent = { postId: number; parentId: number | null; content: string; requestKey: string }

/**
 * Posts a comment and empties its draft; a failure is told by `error`, or by a toast where the form is gone.
 */
export const useSendComment = () => {
  const client = useQueryClient()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()
  /** The page of the comment that says the same already. */
  const [first, setFirst] = useState<string | null>(null)
  const isMounted = useIsMounted()

  const refuse = (said: string | undefined, page: string | null = null) => {
    setError(said)
    setFirst(page)
  }
  /** Answers whether it is posted. */
  const send = async (user: CurrentUser, sent: Sent): Promise<boolean> => {
    setSending(true)
    try {
      await addComment(client, user, sent)
      keepComment(user.id, sent, '')
      return true
    } catch (failure) {
      // The person has gone elsewhere: there it is said too.
      if (isMounted.current)
        refuse(failure instanceof CallError ? failure.said : texts.failed, pageIn(failure))
      else toast({ title: texts.failed, tone: 'danger' })
      return false
    } finally {
      setSending(false)
    }
  }
  return { isSending, error, first, refuse, send }
}
