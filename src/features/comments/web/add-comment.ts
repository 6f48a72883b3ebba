import type { QueryClient } from '@tanstack/react-query'
import { type Author, type Comment, addComment as endpoint } from '#features/comments/contract.ts'
import { ownCommentsQuery } from '#features/comments/web/queries.ts'
import { texts } from '#features/comments/web/texts.ts'
import { refetchPost } from '#features/votes/web/refetch-post.ts'
import { announce } from '#web/announce.ts'
import { isPost, patchEverywhere } from '#web/cache.ts'
import { call } from '#web/call.ts'
import { outdateFigures } from '#web/figures.ts'

export type NewComment = {
  postId: number
  parentId: number | null
  content: string
  /** All tries with one key make one comment. */
  requestKey: string
}

const REFRESH_MS = 500
const SCROLL_MS = 600

/**
 * Posts a comment as section 4 says: it stands on the page at once and is taken back on an error, which is
 * thrown; the list is refreshed after 500 ms, the comment scrolled to after 600 ms.
 */
export const addComment = async (client: QueryClient, user: Author, given: NewComment): Promise<void> => {
  const { postId, parentId, content, requestKey } = given
  const shown = inAdvance(user, given)
  change(client, postId, (own) => [...own, shown], 1)
  try {
    const body = { postId, content, ...(parentId ? { parentId } : {}), requestKey }
    const made = await call(endpoint, { body })
    change(client, postId, (own) => own.map((comment) => (comment.id === shown.id ? made : comment)), 0)
    announce(texts.posted)
    outdateFigures(client)
    setTimeout(() => void refetchPost(client, postId), REFRESH_MS)
    const focused = document.activeElement
    setTimeout(() => showComment(made.id, focused), SCROLL_MS)
  } catch (error) {
    change(client, postId, (own) => own.filter(({ id }) => id !== shown.id), -1)
    throw error
  }
}

const change = (client: QueryClient, postId: number, to: (own: Comment[]) => Comment[], count: number) => {
  client.setQueryData(ownCommentsQuery(postId).queryKey, (own) => to(own ?? []))
  if (count)
    patchEverywhere(client, isPost(postId), (post: { commentCount: number }) => ({
      ...post,
      commentCount: post.commentCount + count,
    }))
}

let lastShown = 0

/** As it will be, with a number that no comment has. */
const inAdvance = ({ id, username, avatar }: Author, { postId, parentId, content }: NewComment): Comment => {
  lastShown -= 1
  const now = new Date().toISOString()
  return {
    ...{ id: lastShown, content, postId, parentId, score: 0, myVote: 0, isDeleted: false, moreReplies: 0 },
    ...{
      createdAt: now,
      updatedAt: now,
      editedAt: null,
      userId: id,
      user: { id, username, avatar },
      replies: [],
    },
  }
}

/** The focus goes along, unless the person has put it elsewhere since: a menu that loses it closes. */
const showComment = (id: number, focused: Element | null): void => {
  const comment = document.getElementById(`comment-${id}`)
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  comment?.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' })
  const now = document.activeElement
  if (now === focused || now === document.body) comment?.focus({ preventScroll: true })
}
