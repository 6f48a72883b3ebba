import * as z from 'zod'
import { waitingRestrictions } from '#core/post-restrictions.ts'
import { selectCommentIdsByAuthor } from '#features/comments/server/deletion-query.ts'
import {
  restoreComment,
  restrictComment,
  selectCommentSubjects,
} from '#features/comments/server/restrictions-query.ts'
import {
  type CasePost,
  deleteCaseItems,
  insertCaseItems,
  insertCasePosts,
  isCaseMember,
  MAX_CASE_MEMBERS,
  selectCaseComments,
  selectCaseMembers,
  selectCasePosts,
} from '#features/moderation/server/case-items-query.ts'
import { isDecisionInForce } from '#features/moderation/server/decisions-query.ts'
import { insertRemovedTexts } from '#features/moderation/server/moderated-texts-query.ts'
import {
  selectPostSubjects,
  selectRemovablePostIds,
  selectRestrictions,
} from '#features/posts/server/restrictions-query.ts'
import { restoreSomeVotes, selectSomeVoteIds, setVotesAside } from '#features/votes/server/deletion-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob } from '#server/jobs/job.ts'
import { liftRestrictions, restrictPosts } from './restrict-posts.ts'

/** The number of posts, comments and votes that one transaction takes away or gives back. */
const POSTS = 20
const COMMENTS = 20
const VOTES = 200
/** About how many posts and comments of an account are stored for moderators, who judge an appeal by them. */
const STORED_TEXTS = 200

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
    for (const memberId of await selectCaseMembers(sql, caseId, MAX_CASE_MEMBERS)) {
      let stored = 0
      for (let isMore = true; isMore; ) {
        signal.throwIfAborted()
        const { texts, votes } = await retryOnConflict(() =>
          sql.begin(async (tx) => {
            if (!(await isDecisionInForce(tx, decisionId))) return NOTHING
            if (!(await isCaseMember(tx, caseId, memberId))) return NOTHING
            return removeSome(tx, { caseId, memberId, isStored: stored < STORED_TEXTS })
          }),
        )
        stored += texts
        isMore = texts + votes > 0
      }
    }
  },
})

type Removed = { texts: number; votes: number }
const NOTHING: Removed = { texts: 0, votes: 0 }

type Removal = { caseId: number; memberId: number; isStored: boolean }

/**
 * Takes some of a member's content away, and returns how much. With `isStored`, stores what it says, because its author can
 * delete it.
 */
const removeSome = async (tx: AnySql, { caseId, memberId, isStored }: Removal): Promise<Removed> => {
  const posts = await selectRemovablePostIds(tx, memberId, POSTS)
  if (posts.length > 0) await insertCasePosts(tx, caseId, await restrictPosts(tx, posts, 'removed'))
  const comments = await selectCommentIdsByAuthor(tx, memberId, COMMENTS)
  const removed: number[] = []
  for (const id of comments) if (await restrictComment(tx, id)) removed.push(id)
  await insertCaseItems(tx, caseId, 'comment', removed)
  if (isStored && posts.length > 0)
    await insertRemovedTexts(tx, 'post', await selectPostSubjects(tx, null, posts))
  if (isStored && removed.length > 0)
    await insertRemovedTexts(tx, 'comment', await selectCommentSubjects(tx, null, removed))
  const votes = await selectSomeVoteIds(tx, memberId, VOTES)
  await setVotesAside(tx, votes, caseId)
  return { texts: posts.length + removed.length, votes: votes.length }
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
      const posts = await selectCasePosts(tx, taken, POSTS)
      await returnPosts(tx, posts)
      await deleteCaseItems(
        tx,
        caseId,
        'post',
        posts.map(({ id }) => id),
      )
      const comments = await selectCaseComments(tx, taken, COMMENTS)
      for (const id of comments) await restoreComment(tx, id)
      await deleteCaseItems(tx, caseId, 'comment', comments)
      const votes = await restoreSomeVotes(tx, taken, VOTES)
      return posts.length + comments.length + votes > 0
    }),
  )

/** Gives posts back to their readers, except those that waited for a decision before and still do. */
const returnPosts = async (tx: AnySql, posts: readonly CasePost[]): Promise<void> => {
  const restricted = await selectRestrictions(
    tx,
    posts.map(({ id }) => id),
  )
  const taken = restricted.filter(
    ({ restriction }) => restriction === 'reported' || restriction === 'removed',
  )
  const restrictionOf = new Map(posts.map(({ id, restriction }) => [id, restriction]))
  for (const restriction of [null, ...waitingRestrictions]) {
    const ids = taken.map(({ id }) => id).filter((id) => restrictionOf.get(id) === restriction)
    if (ids.length === 0) continue
    if (restriction === null) await liftRestrictions(tx, ids)
    else await restrictPosts(tx, ids, restriction)
  }
}
