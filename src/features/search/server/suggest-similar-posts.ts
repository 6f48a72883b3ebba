import type { Viewer } from '#core/viewer.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { scaleTimeLimit } from '#server/limits/scale-time-limit.ts'
import type { SuggestedPost } from '../contract-suggestions.ts'
import { findSimilarTitles } from './find-similar-posts.ts'
import { selectSuggestedPosts } from './suggestion-query.ts'
import { prepareSearch } from './terms-query.ts'
import { startTimeLimit } from './time-limit.ts'

const MAX_POSTS = 3
/** The time limit. The posts are only a hint while a member writes, so late ones are not worth waiting for. */
const SIMILAR_MS = scaleTimeLimit(250)

/** Suggests public posts with titles similar to the title of a new post. */
export const suggestSimilarPosts = async (
  sql: Sql,
  viewer: Viewer,
  title: string,
): Promise<SuggestedPost[]> => {
  const time = startTimeLimit(SIMILAR_MS)
  let posts: SuggestedPost[] = []
  const find = (transaction: AnySql) =>
    time.run(async () => {
      await prepareSearch(transaction, 'force_generic_plan')
      const similar = (await findSimilarTitles(transaction, title)).slice(0, MAX_POSTS)
      posts = await selectSuggestedPosts(
        transaction,
        viewer,
        similar.map(({ id }) => id),
      )
    })
  await sql.begin('read only', find).catch((error: unknown) => {
    if (!time.isCanceled()) throw error
  })
  return posts
}
