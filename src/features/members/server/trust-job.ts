import { defineJob } from '#server/jobs/job.ts'
import { updateTrustLevels } from './trust-query.ts'

const BATCH_SIZE = 2_000

/** Computes every hour how far each member is trusted, by id, so that no statement grows with the site. */
export const trustJob = defineJob({
  name: 'update-trust',
  schedule: '12 * * * *',
  run: async ({ sql, signal }) => {
    for (let after: number | null = 0; after !== null; ) {
      signal.throwIfAborted()
      after = await updateTrustLevels(sql, after, BATCH_SIZE)
    }
  },
})
