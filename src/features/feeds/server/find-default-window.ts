import { type FeedWindow, feedWindowDays, feedWindows } from '#core/feed-windows.ts'
import type { Sql } from '#server/database/connect.ts'
import { selectPublicationTime } from './feed-query.ts'

/** The number of posts that a default period holds, unless all time holds fewer. */
const MIN_POSTS = 20
const DAY_MS = 86_400_000

/**
 * Finds the period that a list of the best posts has if the reader chose none: the shortest of the site's setting, a
 * year and all time that holds at least 20 of the list's posts. Reads no more than the 20 newest posts.
 */
export const findDefaultWindow = async (
  sql: Sql,
  setting: FeedWindow,
  list: Parameters<typeof selectPublicationTime>[1],
): Promise<FeedWindow> => {
  const publishedAt = await selectPublicationTime(sql, list, MIN_POSTS)
  return publishedAt ? getShortestWindow(setting, publishedAt) : 'all'
}

const getShortestWindow = (setting: FeedWindow, publishedAt: Date): FeedWindow => {
  const age = Date.now() - publishedAt.getTime()
  const windows = feedWindows.slice(feedWindows.indexOf(setting))
  return (
    windows.find((window) => {
      const days = feedWindowDays[window]
      return (window === setting || window === 'year') && (days === null || age < days * DAY_MS)
    }) ?? 'all'
  )
}
