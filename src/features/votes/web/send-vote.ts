import type { QueryClient } from '@tanstack/react-query'
import { isComment } from '#features/comments/contract.ts'
import { isPost } from '#features/posts/contract.ts'
import { CallError, call } from '#web/api-client.ts'
import { patchCachedEntity } from '#web/entity-cache.ts'
import { invalidateStats } from '#web/invalidate-stats.ts'
import { announce } from '#web/kit/LiveRegion.tsx'
import { showToast } from '#web/kit/toast.ts'
import { castVote as endpoint, type Vote } from '../contract.ts'
import { getNextVote, getScoreChange } from '../next-vote.ts'
import { isVotePending, setVotePending } from './pending-votes.ts'
import { cancelPostRefetch, refetchPost } from './refetch-post.ts'
import { texts } from './texts.ts'

/** A post, or with `commentId` one of its comments. */
export type VoteTarget = { postId: number; commentId?: number | undefined }

type VotableItem = { score: number; myVote: Vote; userId: number | null }

const REFETCH_MS = 100

/**
 * Votes optimistically (docs/spec/flows.md#voting): every cached copy changes immediately, adopts the
 * server's response, and rolls back on an error. The post's page is refetched 100 ms later. `knownVote` is
 * the member's vote before the click; by default it is read from the cache.
 */
export const sendVote = async (
  client: QueryClient,
  { postId, commentId }: VoteTarget,
  value: 1 | -1,
  knownVote?: Vote,
): Promise<void> => {
  const id = commentId ?? postId
  if (isVotePending(id)) return
  const isTarget = commentId === undefined ? isPost(id) : isComment(id)
  const before = find(client, isTarget)
  const had = knownVote ?? before?.myVote ?? 0
  const result = getNextVote(had, value)
  setVotePending(id, true)
  // A response in flight does not include this vote yet.
  void cancelPostRefetch(client, postId)
  patchCachedEntity(client, isTarget, (item: VotableItem) => ({
    ...item,
    score: item.score + getScoreChange(item.myVote, result),
    myVote: result,
  }))
  try {
    const body = { value, had, ...(commentId === undefined ? { postId } : { commentId }) }
    const saved = await call(endpoint, { body })
    patchCachedEntity(client, isTarget, (item: VotableItem) => ({
      ...item,
      score: saved.score,
      myVote: saved.value,
    }))
    announce(announcementOf(saved.value, saved.score))
    if (before) updateKarma(client, before, saved.value)
    setTimeout(() => isVotePending(id) || void refetchPost(client, postId), REFETCH_MS)
  } catch (error) {
    if (before)
      patchCachedEntity(client, isTarget, (item: VotableItem) => ({
        ...item,
        score: before.score,
        myVote: before.myVote,
      }))
    const description = error instanceof CallError ? error.userMessage : undefined
    showToast({ title: texts.failed, tone: 'danger', ...(description ? { description } : {}) })
  } finally {
    setVotePending(id, false)
  }
}

const find = (client: QueryClient, isTarget: ReturnType<typeof isPost>): VotableItem | undefined => {
  let found: VotableItem | undefined
  patchCachedEntity(client, isTarget, (item: VotableItem) => {
    found ??= item
    return item
  })
  return found
}

const announcementOf = (value: Vote, score: number): string =>
  value === 0 ? texts.removed(score) : value === 1 ? texts.upvoted(score) : texts.downvoted(score)

/**
 * Updates the author's karma in the cache. Votes on the author's own posts and comments do not count as
 * karma.
 */
const updateKarma = (client: QueryClient, { userId, myVote }: VotableItem, value: Vote): void => {
  const currentUser = client.getQueryData<{ id: number }>(['current-user'])
  if (userId === null || userId === currentUser?.id) return
  const isAuthor = (item: Record<string, unknown>) => item.id === userId && 'karma' in item
  patchCachedEntity(client, isAuthor, (item: { karma: number }) => ({
    ...item,
    karma: item.karma + getScoreChange(myVote, value),
  }))
  invalidateStats(client)
}
