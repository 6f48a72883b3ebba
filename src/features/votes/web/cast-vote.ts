import type { QueryClient } from '@tanstack/react-query'
import { castVote as endpoint, type Vote } from '#features/votes/contract.ts'
import { nextVote, scoreChange } from '#features/votes/next-vote.ts'
import { isVotePending, setVotePending } from '#features/votes/web/pending-votes.ts'
import { cancelPost, refetchPost } from '#features/votes/web/refetch-post.ts'
import { texts } from '#features/votes/web/texts.ts'
import { announce } from '#web/announce.ts'
import { isComment, isPost, patchEverywhere } from '#web/cache.ts'
import { CallError, call } from '#web/call.ts'
import { outdateFigures } from '#web/figures.ts'
import { toast } from '#web/kit/toast.ts'

/** The post, or with `commentId` one of its comments. */
export type VoteTarget = { postId: number; commentId?: number | undefined }

type Voted = { score: number; myVote: Vote; userId: number | null }

const REFETCH_MS = 100

/**
 * Votes as section 4 says: every copy changes at once and rolls back on an error; what the server answers is taken
 * over, and the post's page is fetched anew 100 ms later. `had`: the vote that was there when it was pressed; what is
 * on the page where absent.
 */
export const castVote = async (
  client: QueryClient,
  { postId, commentId }: VoteTarget,
  pressed: 1 | -1,
  given?: Vote,
): Promise<void> => {
  const id = commentId ?? postId
  if (isVotePending(id)) return
  const isIt = commentId === undefined ? isPost(id) : isComment(id)
  const before = find(client, isIt)
  const had = given ?? before?.myVote ?? 0
  const has = nextVote(had, pressed)
  setVotePending(id, true)
  // What is on its way does not know of this vote yet.
  void cancelPost(client, postId)
  patchEverywhere(client, isIt, (item: Voted) => ({
    ...item,
    score: item.score + scoreChange(item.myVote, has),
    myVote: has,
  }))
  try {
    const body = { value: pressed, had, ...(commentId === undefined ? { postId } : { commentId }) }
    const { value, score } = await call(endpoint, { body })
    patchEverywhere(client, isIt, (item: Voted) => ({ ...item, score, myVote: value }))
    announce(said(value, score))
    if (before) followKarma(client, before, value)
    setTimeout(() => isVotePending(id) || void refetchPost(client, postId), REFETCH_MS)
  } catch (error) {
    if (before)
      patchEverywhere(client, isIt, (item: Voted) => ({
        ...item,
        score: before.score,
        myVote: before.myVote,
      }))
    const description = error instanceof CallError ? error.said : undefined
    toast({ title: texts.failed, tone: 'danger', ...(description ? { description } : {}) })
  } finally {
    setVotePending(id, false)
  }
}

const find = (client: QueryClient, isIt: ReturnType<typeof isPost>): Voted | undefined => {
  let found: Voted | undefined
  patchEverywhere(client, isIt, (item: Voted) => {
    found ??= item
    return item
  })
  return found
}

const said = (value: Vote, score: number): string =>
  value === 0 ? texts.removed(score) : value === 1 ? texts.upvoted(score) : texts.downvoted(score)

/** The author's profile follows; a member's own vote on their own makes no karma. */
const followKarma = (client: QueryClient, { userId, myVote }: Voted, value: Vote): void => {
  const own = client.getQueryData<{ id: number }>(['current-user'])
  if (userId === null || userId === own?.id) return
  const isAuthor = (item: Record<string, unknown>) => item.id === userId && 'karma' in item
  patchEverywhere(client, isAuthor, (item: { karma: number }) => ({
    ...item,
    karma: item.karma + scoreChange(myVote, value),
  }))
  outdateFigures(client)
}
