import type { QueryClient } from '@tanstack/react-query'
import { addComment } from '#features/comments/web/add-comment.ts'
import { sendKept } from '#features/comments/web/comment-draft.ts'
import { texts } from '#features/comments/web/texts.ts'
import { onSignedIn } from '#features/identity/web/pending-action.ts'
import { currentUserQuery } from '#features/identity/web/queries.ts'
import { CallError } from '#web/call.ts'
import { toast } from '#web/kit/toast.ts'

/** Posts what was written before the sign-in; where that fails, the form holds it. Answers how to stop. */
export const continueComment = (client: QueryClient): (() => void) =>
  onSignedIn('comment', async ({ postId, parentId, content }) => {
    const user = client.getQueryData(currentUserQuery.queryKey)
    if (!user) return
    const place = { postId, parentId: parentId ?? null }
    try {
      await sendKept(user.id, place, content, (tried) => addComment(client, user, { ...place, ...tried }))
    } catch (error) {
      toast({
        title: texts.failed,
        tone: 'danger',
        ...(error instanceof CallError ? { description: error.said } : {}),
      })
    }
  })
