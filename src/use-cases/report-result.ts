import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import type { ModelTally } from '#features/posts/contract.ts'
import { lockPostRow } from '#features/posts/server/access-query.ts'
import { markPostHasResults } from '#features/posts/server/post-counters-query.ts'
import { findParticipationError } from '#features/posts/server/visibility-query.ts'
import { selectModelTallies } from '#features/results/server/results-query.ts'
import * as store from '#features/results/server/store.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'

/**
 * Stores the member's report on whether the prompt worked with a model, and returns the new tallies. Throws 404 if they
 * cannot see the post, and 403 if it is their own.
 */
export const reportResult = (
  sql: Sql,
  member: Member,
  postId: number,
  result: store.NewPromptResult,
): Promise<ModelTally[]> =>
  retryOnConflict(() =>
    sql.begin(async (tx) => {
      const post = await lockPostRow(tx, member, postId)
      if (!post) throw await findParticipationError(tx, member, postId, 'post-not-found')
      if (post.userId === member.id) throw new HttpError('own-post-result')
      await store.upsertResult(tx, member.id, postId, result)
      await markPostHasResults(tx, postId)
      return selectModelTallies(tx, postId)
    }),
  )
