import type { QueryClient } from '@tanstack/react-query'
import { type Comment, editComment as endpoint } from '#features/comments/contract.ts'
import { texts } from '#features/comments/web/texts.ts'
import { cancelPost } from '#features/votes/web/refetch-post.ts'
import { announce } from '#web/announce.ts'
import { isComment, patchEverywhere } from '#web/cache.ts'
import { call } from '#web/call.ts'

type EditedFields = Pick<Comment, 'content' | 'updatedAt' | 'editedAt'>

/** Edits every cached copy optimistically and rolls back on an error, which is rethrown. */
export const editComment = async (client: QueryClient, comment: Comment, content: string): Promise<void> => {
  const { id, postId, updatedAt, editedAt } = comment
  // A response still in flight would restore the old text.
  void cancelPost(client, postId)
  const now = new Date().toISOString()
  patch(client, id, { content, updatedAt: now, editedAt: now })
  try {
    patch(client, id, await call(endpoint, { params: { id }, body: { content } }))
    announce(texts.saved)
  } catch (error) {
    patch(client, id, { content: comment.content, updatedAt, editedAt })
    throw error
  }
}

const patch = (client: QueryClient, id: number, { content, updatedAt, editedAt }: EditedFields): void =>
  patchEverywhere(client, isComment(id), (comment: Comment) => ({
    ...comment,
    content,
    updatedAt,
    editedAt,
  }))
