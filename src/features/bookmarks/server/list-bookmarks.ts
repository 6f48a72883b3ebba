import type { EndpointInput } from '#core/endpoint.ts'
import type { Member } from '#core/viewer.ts'
import { selectCardsById } from '#features/posts/server/card-query.ts'
import { prepareListSearch } from '#features/search/server/list-search-query.ts'
import type { Sql } from '#server/database/connect.ts'
import type { BookmarkedPost, listBookmarks } from '../contract.ts'
import { type BookmarkRow, selectBookmarks } from './store.ts'

type Query = EndpointInput<typeof listBookmarks>['query']

/** Returns a page of bookmarked posts as cards. If `q` is not empty, includes only posts that match it. */
export const listBookmarkedPosts = async (
  sql: Sql,
  member: Member,
  { q, ...page }: Query,
): Promise<BookmarkedPost[]> => {
  const bookmarks: readonly BookmarkRow[] =
    q === ''
      ? await selectBookmarks(sql, member, { ...page, search: null })
      : await sql.begin('read only', async (tx) =>
          selectBookmarks(tx, member, { ...page, search: await prepareListSearch(tx, q) }),
        )
  if (bookmarks.length === 0) return []
  const ids = bookmarks.map(({ postId }) => postId)
  const cards = new Map((await selectCardsById(sql, member, ids)).map((card) => [card.id, card]))
  return bookmarks.flatMap(({ postId, createdAt }) => {
    const card = cards.get(postId)
    return card ? [{ ...card, bookmarkedAt: createdAt }] : []
  })
}
