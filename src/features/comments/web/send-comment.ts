import type { QueryClient } from '@tanstack/react-query'
import type { Author } from '#core/author.ts'
import { refetchPost } from '#features/posts/web/refetch-post.ts'
import { callApi } from '#web/api-client.ts'
import { invalidateLists, patchEntity } from '#web/entity-cache.ts'
import { announce } from '#web/kit/LiveRegion.tsx'
import type { addComment, Comment } from '../contract.ts'
import { justPostedCommentsQuery } from './queries.ts'
import { commentTexts } from './texts.ts'

export type NewComment = {
  postId: number
  parentId: number | null
  content: string
  /** The idempotency key: retries with the same key create one comment. */
  requestKey: string
}

const REFETCH_DELAY_MS = 500
const SCROLL_DELAY_MS = 600

/**
 * Posts a comment optimistically (docs/spec/flows.md#commenting): it appears immediately and is rolled back
 * on an error, which is rethrown. The post is refetched after 500 ms, and the comment is scrolled into view
 * after 600 ms.
 */
export const sendComment = async (client: QueryClient, user: Author, input: NewComment): Promise<void> => {
  const { postId, parentId, content, requestKey } = input
  const optimistic = optimisticComment(user, input)
  updateOwn(client, postId, (own) => [...own, optimistic], 1)
  try {
    const body = { postId, content, ...(parentId ? { parentId } : {}), requestKey }
    const created = await callApi<typeof addComment>('POST /api/comments', { body })
    updateOwn(client, postId, (own) => own.map((each) => (each.id === optimistic.id ? created : each)), 0)
    announce(commentTexts.posted)
    void invalidateLists(client, 'stats')
    setTimeout(() => void refetchPost(client, postId), REFETCH_DELAY_MS)
    const focused = document.activeElement
    setTimeout(() => scrollToComment(created.id, focused), SCROLL_DELAY_MS)
  } catch (error) {
    updateOwn(client, postId, (own) => own.filter(({ id }) => id !== optimistic.id), -1)
    throw error
  }
}

const updateOwn = (
  client: QueryClient,
  postId: number,
  update: (own: Comment[]) => Comment[],
  countChange: number,
) => {
  client.setQueryData(justPostedCommentsQuery(postId).queryKey, (own) => update(own ?? []))
  if (countChange)
    patchEntity(client, 'post', postId, (post) => ({
      ...post,
      commentCount: post.commentCount + countChange,
    }))
}

let lastOptimisticId = 0

/** Creates the comment as it will appear, with a temporary negative id. */
const optimisticComment = (
  { id, username, avatar }: Author,
  { postId, parentId, content }: NewComment,
): Comment => {
  lastOptimisticId -= 1
  const now = new Date()
  return {
    id: lastOptimisticId,
    content,
    mentions: [],
    userId: id,
    postId,
    postVersion: null,
    parentId,
    createdAt: now,
    updatedAt: now,
    editedAt: null,
    score: 0,
    isDeleted: false,
    user: { id, username, avatar },
    myVote: 0,
    moreReplies: 0,
    replies: [],
  }
}

/**
 * Scrolls to a comment. Also moves the focus there, unless the user has moved it in the meantime, because an open
 * menu would close if it lost focus.
 */
const scrollToComment = (id: number, focused: Element | null): void => {
  const comment = document.getElementById(`comment-${id}`)
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  comment?.scrollIntoView({ block: 'center', behavior: prefersReducedMotion ? 'auto' : 'smooth' })
  const now = document.activeElement
  if (now === focused || now === document.body) comment?.focus({ preventScroll: true })
}
