import type { QueryClient } from '@tanstack/react-query'
import { isVotePending, setVotePending } from '#features/posts/web/pending-votes.ts'
import { cancelPostRefetch, refetchPost } from '#features/posts/web/refetch-post.ts'
import { ApiError, callApi } from '#web/api-client.ts'
import { currentUserQuery } from '#web/current-user.ts'
import { findEntity, invalidateLists, patchEntity } from '#web/entity-cache.ts'
import { announce } from '#web/kit/LiveRegion.tsx'
import { showToast } from '#web/kit/toast.ts'
import type { castVote, VoteValue } from '../contract.ts'
import { getNextVote, getScoreChange } from '../next-vote.ts'
import { voteTexts } from './texts.ts'

/** The target of a vote: a post or, if `commentId` is set, one of its comments. */
export type VoteTarget = { postId: number; commentId?: number | undefined }

type VotableItem = { score: number; myVote: number; userId: number | null }

const REFETCH_MS = 100

/**
 * Votes optimistically (docs/spec/flows.md#voting): every cached copy changes immediately, is then updated from the
 * server's response, and is rolled back on an error. The post's page is refetched 100 ms later. `knownVote` is the
 * member's vote before the click; by default, it is read from the cache.
 */
export const sendVote = async (
  client: QueryClient,
  { postId, commentId }: VoteTarget,
  value: 1 | -1,
  knownVote?: VoteValue,
): Promise<void> => {
  const id = commentId ?? postId
  if (isVotePending(id)) return
  const kind = commentId === undefined ? 'post' : 'comment'
  const before: VotableItem | undefined = findEntity(client, kind, id)
  const had = knownVote ?? voteOf(before)
  const result = getNextVote(had, value)
  setVotePending(id, true)
  // Cancels a refetch in flight because its response would not include this vote.
  void cancelPostRefetch(client, postId)
  patchEntity(client, kind, id, (item) => ({
    ...item,
    score: item.score + getScoreChange(voteOf(item), result),
    myVote: result,
  }))
  try {
    const body = { value, had, ...(commentId === undefined ? { postId } : { commentId }) }
    const saved = await callApi<typeof castVote>('POST /api/votes', { body })
    patchEntity(client, kind, id, (item) => ({ ...item, score: saved.score, myVote: saved.value }))
    announce(announcementOf(saved.value, saved.score))
    if (before) updateKarma(client, before, saved.value)
    setTimeout(() => isVotePending(id) || void refetchPost(client, postId), REFETCH_MS)
  } catch (error) {
    if (before) {
      const { score, myVote } = before
      patchEntity(client, kind, id, (item) => ({ ...item, score, myVote }))
    }
    const description = error instanceof ApiError ? error.userMessage : undefined
    showToast({ title: voteTexts.failed, tone: 'danger', ...(description ? { description } : {}) })
  } finally {
    setVotePending(id, false)
  }
}

const voteOf = (item: VotableItem | undefined): VoteValue => (item?.myVote ?? 0) as VoteValue

const announcementOf = (value: VoteValue, score: number): string =>
  value === 0 ? voteTexts.removed(score) : value === 1 ? voteTexts.upvoted(score) : voteTexts.downvoted(score)

/**
 * Updates the author's karma in the cache. Votes on one's own posts and comments do not count towards karma.
 */
const updateKarma = (client: QueryClient, item: VotableItem, value: VoteValue): void => {
  const { userId } = item
  if (userId === null || userId === client.getQueryData(currentUserQuery.queryKey)?.id) return
  const change = getScoreChange(voteOf(item), value)
  patchEntity(client, 'member', userId, (member) => ({ ...member, karma: member.karma + change }))
  void invalidateLists(client, 'stats')
}
