import { HttpError } from '#core/http-error.ts'
import type { Member, Viewer } from '#core/viewer.ts'
import type { ModelTally } from '#features/posts/contract.ts'
import { canReadPost, lockPostRow } from '#features/posts/server/access-query.ts'
import { markPostHasResults } from '#features/posts/server/post-counters-query.ts'
import { findParticipationError } from '#features/posts/server/visibility-query.ts'
import { selectPromptVersion } from '#features/versions/server/prompt-version-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { selectModelTallies } from './results-query.ts'
import * as store from './store.ts'

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

/**
 * Withdraws the member's report for a model, if there is one, and returns the new tallies. Throws 404 if the member
 * cannot see the post.
 */
export const withdrawResult = async (
  sql: Sql,
  member: Member,
  postId: number,
  model: string,
): Promise<ModelTally[]> => {
  if (!(await canReadPost(sql, member, postId, undefined))) throw new HttpError('post-not-found')
  await store.deleteResult(sql, member.id, postId, model)
  return selectModelTallies(sql, postId)
}

/**
 * Returns the results for the current prompt or for a version's prompt. Throws 404 if the viewer cannot see
 * the post, or if there is no such version.
 */
export const listResults = async (sql: Sql, viewer: Viewer, postId: number, version?: number) => {
  if (!(await canReadPost(sql, viewer, postId, undefined))) throw new HttpError('post-not-found')
  const promptVersion =
    version === undefined ? undefined : await requirePromptVersion(sql, viewer, postId, version)
  const [tallies, reports, own] = await Promise.all([
    selectModelTallies(sql, postId, promptVersion),
    store.selectResultReports(sql, postId, promptVersion),
    viewer ? store.selectOwnResults(sql, postId, viewer.id, promptVersion) : [],
  ])
  return { tallies, reports, own }
}

const requirePromptVersion = async (
  sql: Sql,
  viewer: Viewer,
  postId: number,
  version: number,
): Promise<number> => {
  const promptVersion = await selectPromptVersion(sql, viewer, postId, version)
  if (promptVersion === null) throw new HttpError('version-not-found')
  return promptVersion
}
