import type { AnySql } from '#server/database/connect.ts'
import { addToBest, findMissingBest, removeFromBest } from './best-query.ts'

/** Posts that enter in one transaction: writers of the same posts wait no longer than that. */
const BATCH = 500

/**
 * Brings the copy that frequent words are looked for in up to date: the best-scored public posts are in it, and those
 * of the last day, which enter when they are published. Any number of processes may do so at once, or stop midway.
 */
export const refreshBest = async (sql: AnySql): Promise<void> => {
  await removeFromBest(sql)
  const missing = await findMissingBest(sql)
  for (let at = 0; at < missing.length; at += BATCH) await addToBest(sql, missing.slice(at, at + BATCH))
}
