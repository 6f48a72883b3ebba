import { HttpError } from '#core/http-error.ts'
import type { Member, Viewer } from '#core/viewer.ts'
import type { ModelTally } from '#features/posts/contract.ts'
import { canReadPost } from '#features/posts/server/access-query.ts'
import { selectPromptVersion } from '#features/versions/server/prompt-version-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { selectModelTallies } from './results-query.ts'
import * as store from './store.ts'

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
    store.selectResultReports(sql, viewer, postId, promptVersion),
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
