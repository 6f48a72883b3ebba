import { deleteCollectionRow } from '#features/collections/server/store.ts'
import { forgetRestrictedComments } from '#features/comments/server/restrictions-query.ts'
import { deleteReplacedFiles } from '#features/media/server/sweep-media.ts'
import { forgetModeratedTexts } from '#features/moderation/server/moderated-texts-query.ts'
import {
  forgetRemovedResults,
  selectFinallyRemovedCollections,
  selectFinallyRemovedComments,
  selectFinallyRemovedEdits,
  selectFinallyWithdrawnVersions,
} from '#features/moderation/server/purge-query.ts'
import { lockPostRows } from '#features/posts/server/access-query.ts'
import { emptyRelease } from '#features/skills/server/releases-query.ts'
import { deleteQuotesOfWithdrawn } from '#features/suggested-edits/server/restrictions-query.ts'
import { deleteSuggestedEditRow } from '#features/suggested-edits/server/store.ts'
import { deleteVersionRow } from '#features/versions/server/store.ts'
import type { AnySql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob } from '#server/jobs/job.ts'

const BATCH_SIZE = 100

type Batch = { found: number; files: string[] }

/**
 * Deletes what removed comments, results, suggested edits and collections and withdrawn versions have said, once the time
 * for an appeal is over and no appeal waits for an answer, as `purge-removed-posts` does with posts. The statements of the
 * decisions stay without it. Also deletes what content said when it was reported or decided about.
 */
export const removedTextPurgeJob = defineJob({
  name: 'purge-removed-texts',
  schedule: '55 3 * * *',
  run: async ({ sql, files, signal }) => {
    for (const purge of [
      purgeComments,
      purgeResults,
      purgeSuggestedEdits,
      purgeCollections,
      purgeVersions,
      purgeModeratedTexts,
    ])
      for (let found = BATCH_SIZE; found === BATCH_SIZE; ) {
        signal.throwIfAborted()
        const batch = await retryOnConflict(() => sql.begin(purge))
        await deleteReplacedFiles({ sql, files }, batch.files)
        found = batch.found
      }
  },
})

const purgeComments = async (tx: AnySql): Promise<Batch> => {
  const ids = await selectFinallyRemovedComments(tx, BATCH_SIZE)
  await forgetRestrictedComments(tx, ids)
  return { found: ids.length, files: [] }
}

const purgeResults = async (tx: AnySql): Promise<Batch> => ({
  found: await forgetRemovedResults(tx, BATCH_SIZE),
  files: [],
})

const purgeModeratedTexts = async (tx: AnySql): Promise<Batch> => ({
  found: await forgetModeratedTexts(tx, BATCH_SIZE),
  files: [],
})

const purgeSuggestedEdits = async (tx: AnySql): Promise<Batch> => {
  const edits = await selectFinallyRemovedEdits(tx, BATCH_SIZE)
  await lockPosts(tx, edits)
  for (const { id } of edits) await deleteSuggestedEditRow(tx, id)
  return { found: edits.length, files: [] }
}

const purgeCollections = async (tx: AnySql): Promise<Batch> => {
  const ids = await selectFinallyRemovedCollections(tx, BATCH_SIZE)
  for (const id of ids) await deleteCollectionRow(tx, id)
  return { found: ids.length, files: [] }
}

/** Deletes versions as their author can, with what could be installed of them. Returns the files that they used. */
const purgeVersions = async (tx: AnySql): Promise<Batch> => {
  const versions = await selectFinallyWithdrawnVersions(tx, BATCH_SIZE)
  await lockPosts(tx, versions)
  const files: string[] = []
  for (const { postId, number } of versions) {
    await deleteQuotesOfWithdrawn(tx, postId, number)
    files.push(...((await deleteVersionRow(tx, postId, number)) ?? []))
    await emptyRelease(tx, postId, number)
  }
  return { found: versions.length, files }
}

const lockPosts = (tx: AnySql, rows: readonly { postId: number }[]) =>
  lockPostRows(tx, [...new Set(rows.map(({ postId }) => postId))])
