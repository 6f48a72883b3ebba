import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob } from '#server/jobs/job.ts'
import { deleteUnusedWords } from './spelling-suggestions-query.ts'

/** Deletes the words of posts that have been deleted, renamed or made private from the vocabulary of corrections. */
export const sweepWords = async (sql: Sql, signal?: AbortSignal): Promise<void> => {
  let after: string | null = ''
  while (after !== null) {
    signal?.throwIfAborted()
    const previous: string = after
    after = await retryOnConflict(() => deleteUnusedWords(sql, previous))
  }
}

export const wordSweepJob = defineJob({
  name: 'delete-unused-words',
  schedule: '45 3 * * *',
  run: ({ sql, signal }) => sweepWords(sql, signal),
})
