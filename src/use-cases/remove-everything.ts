import * as z from 'zod'
import { selectCommentIdsByAuthor } from '#features/comments/server/deletion-query.ts'
import { restoreComment, restrictComment } from '#features/comments/server/restrictions-query.ts'
import { isDecisionInForce } from '#features/moderation/server/case-query.ts'
import { deleteCaseItems, insertCaseItems, selectCaseItems } from '#features/moderation/server/spam-query.ts'
import { selectRemovablePostIds, selectRestrictions } from '#features/posts/server/restrictions-query.ts'
import { restoreSomeVotes, selectSomeVoteIds, setVotesAside } from '#features/votes/server/deletion-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob } from '#server/jobs/job.ts'
import { liftRestrictions, restrictPosts } from './restrict-posts.ts'

/** The number of posts, comments and votes that one transaction takes away or gives back. */
const POSTS = 20
const COMMENTS = 20
const VOTES = 200
const MAX_MEMBERS = 10_000

/**
 * Takes everything away that the members of a case have published, in batches: their posts are removed, their comments
 * read as deleted, and their votes count nowhere. Ends if the decision is undone meanwhile. Can be repeated.
 */
export const everythingRemovalJob = defineJob({
  name: 'remove-everything',
  payload: z.object({ caseId: z.number(), decisionId: z.number() }),
  retries: 5,
  run: async ({ sql, signal }, { caseId, decisionId }) => {
    for (const memberId of await selectCaseItems(sql, caseId, 'member', MAX_MEMBERS))
      for (let isMore = true; isMore; ) {
        signal.throwIfAborted()
        isMore = await retryOnConflict(() =>
          sql.begin(async (tx) => {
            if (!(await isDecisionInForce(tx, decisionId))) return false
            return removeSome(tx, caseId, memberId)
          }),
        )
      }
  },
})

/** Takes some of a member's content away. Returns false if nothing was left. */
const removeSome = async (tx: AnySql, caseId: number, memberId: number): Promise<boolean> => {
  const posts = await selectRemovablePostIds(tx, memberId, POSTS)
  if (posts.length > 0) await insertCaseItems(tx, caseId, 'post', await restrictPosts(tx, posts, 'removed'))
  const comments = await selectCommentIdsByAuthor(tx, memberId, COMMENTS)
  const removed: number[] = []
  for (const id of comments) if (await restrictComment(tx, id)) removed.push(id)
  await insertCaseItems(tx, caseId, 'comment', removed)
  const votes = await selectSomeVoteIds(tx, memberId, VOTES)
  await setVotesAside(tx, votes, caseId)
  return posts.length + removed.length + votes.length > 0
}

/**
 * Gives everything back that was taken away for a case, in batches, with every count: when its decision is undone, or it
 * turns out that there was no spam. Can be repeated.
 */
export const caseItemsReturnJob = defineJob({
  name: 'return-case-items',
  payload: z.object({ caseId: z.number() }),
  retries: 5,
  run: async ({ sql, signal }, { caseId }) => {
    for (let isMore = true; isMore; ) {
      signal.throwIfAborted()
      isMore = await returnSome(sql, caseId)
    }
  },
})

const returnSome = (sql: Sql, caseId: number): Promise<boolean> =>
  retryOnConflict(() =>
    sql.begin(async (tx) => {
      const posts = await selectCaseItems(tx, caseId, 'post', POSTS)
      const taken = (await selectRestrictions(tx, posts)).filter(
        ({ restriction }) => restriction === 'reported' || restriction === 'removed',
      )
      if (taken.length > 0)
        await liftRestrictions(
          tx,
          taken.map(({ id }) => id),
        )
      await deleteCaseItems(tx, caseId, 'post', posts)
      const comments = await selectCaseItems(tx, caseId, 'comment', COMMENTS)
      for (const id of comments) await restoreComment(tx, id)
      await deleteCaseItems(tx, caseId, 'comment', comments)
      const votes = await restoreSomeVotes(tx, caseId, VOTES)
      return posts.length + comments.length + votes > 0
    }),
  )
