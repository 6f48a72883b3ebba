import * as z from 'zod'
import { selectCommentIdsByAuthor } from '#features/comments/server/deletion-query.ts'
import { restoreComment, restrictComment } from '#features/comments/server/restrictions-query.ts'
import {
  deleteCaseItems,
  insertCaseItems,
  isCaseMember,
  MAX_CASE_MEMBERS,
  selectCaseItems,
  selectCaseMembers,
} from '#features/moderation/server/case-items-query.ts'
import { isDecisionInForce } from '#features/moderation/server/decisions-query.ts'
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

/**
 * Takes everything away that the members of a case have published, in batches: their posts are removed, their comments
 * read as deleted, and their votes count nowhere. Leaves out whom a granted appeal has cleared meanwhile, and ends if the decision is
 * undone. Can be repeated.
 */
export const everythingRemovalJob = defineJob({
  name: 'remove-everything',
  payload: z.object({ caseId: z.number(), decisionId: z.number() }),
  retries: 5,
  run: async ({ sql, signal }, { caseId, decisionId }) => {
    for (const memberId of await selectCaseMembers(sql, caseId, MAX_CASE_MEMBERS))
      for (let isMore = true; isMore; ) {
        signal.throwIfAborted()
        isMore = await retryOnConflict(() =>
          sql.begin(async (tx) => {
            if (!(await isDecisionInForce(tx, decisionId))) return false
            if (!(await isCaseMember(tx, caseId, memberId))) return false
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
 * Gives everything back that was taken away for a case, or what was taken from one member, in batches, with every count:
 * when its decision is undone, or it turns out that there was no spam. Can be repeated.
 */
export const caseItemsReturnJob = defineJob({
  name: 'return-case-items',
  payload: z.object({ caseId: z.number(), memberId: z.optional(z.number()) }),
  retries: 5,
  run: async ({ sql, signal }, taken) => {
    for (let isMore = true; isMore; ) {
      signal.throwIfAborted()
      isMore = await returnSome(sql, taken)
    }
  },
})

type Taken = { caseId: number; memberId?: number | undefined }

const returnSome = (sql: Sql, taken: Taken): Promise<boolean> =>
  retryOnConflict(() =>
    sql.begin(async (tx) => {
      const { caseId } = taken
      const posts = await selectCaseItems(tx, taken, 'post', POSTS)
      const restricted = (await selectRestrictions(tx, posts)).filter(
        ({ restriction }) => restriction === 'reported' || restriction === 'removed',
      )
      if (restricted.length > 0)
        await liftRestrictions(
          tx,
          restricted.map(({ id }) => id),
        )
      await deleteCaseItems(tx, caseId, 'post', posts)
      const comments = await selectCaseItems(tx, taken, 'comment', COMMENTS)
      for (const id of comments) await restoreComment(tx, id)
      await deleteCaseItems(tx, caseId, 'comment', comments)
      const votes = await restoreSomeVotes(tx, taken, VOTES)
      return posts.length + comments.length + votes > 0
    }),
  )
