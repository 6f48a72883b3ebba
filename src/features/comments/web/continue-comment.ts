import type { QueryClient } from '@tanstack/react-query'
import { addComment } from '#features/comments/web/add-comment.ts'
import { sendKept } from '#features/comments/web/comment-draft.ts'
import { texts } from '#features/comments/web/texts.ts'
import { onSignedIn } from '#features/identity/web/pending-action.ts'
import { currentUserQuery } from '#features/identity/web/queries.ts'
import { CallError } from '#web/call.ts'
import { toast } from '#web/kit/toast.ts'

/**
 * Posts a comment written before signing in. If that fails, the form shows it again. Returns an unsubscribe
 * function.
 */
export const continueComment = (client: QueryClient): (() => void) =>
  onSignedIn('comment', async ({ postId, parentId, content }) => {
    const user = client.getQueryData(currentUserQuery.queryKey)
    if (!user) return
    const target = { postId, parentId: parentId ?? null }
    try {
      await sendKept(user.id, target, content, (attempt) =>
        addComment(client, user, { ...target, ...attempt }),
      )
    } catch (error) {
      toast({
        title: texts.failed,
        tone: 'danger',
        ...(error instanceof CallError ? { description: error.said } : {}),
      })
    }
  })
