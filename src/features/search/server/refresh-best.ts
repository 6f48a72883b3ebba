import type { AnySql } from '#server/database/connect.ts'
import { addToBest, findMissingBest, removeFromBest } from './best-query.ts'

/**
 * The number of posts that are copied in one transaction; writers of the same posts wait no longer than that.
 */
const BATCH_SIZE = 500

/**
 * Refreshes the copy in which searches for frequent words look first. It contains the top-scored public
 * posts, and those of the last day, which are added when they are published. Several processes can refresh it
 * at once, and stop at any point.
 */
export const refreshBest = async (sql: AnySql): Promise<void> => {
  await removeFromBest(sql)
  const missing = await findMissingBest(sql)
  for (let offset = 0; offset < missing.length; offset += BATCH_SIZE)
    await addToBest(sql, missing.slice(offset, offset + BATCH_SIZE))
}
