import type { EndpointInput } from '#core/endpoint.ts'
import type { Member, Viewer } from '#core/viewer.ts'
import type { PostCard } from '#features/posts/contract.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import type { BookmarkedPost, listBookmarks } from '../contract.ts'
import { type BookmarkRow, type BookmarkSearch, selectBookmarks } from './store.ts'

/** Functions from the posts and search features, injected because those features rank above this one. */
export type BookmarkListDependencies = {
  listCardsById(sql: Sql, viewer: Viewer, ids: readonly number[]): Promise<PostCard[]>
  /** Prepares the transaction for a search and parses the query. */
  parseSearchQuery(sql: AnySql, q: string): Promise<Omit<BookmarkSearch, 'maxMs'>>
}

type Query = EndpointInput<typeof listBookmarks>['query']

const MAX_SEARCH_MS = 200

/** Returns a page of bookmarked posts as cards, filtered by `q` unless it is empty. */
export const listBookmarkedPosts = async (
  sql: Sql,
  { listCardsById, parseSearchQuery: readQuery }: BookmarkListDependencies,
  member: Member,
  { q, ...page }: Query,
): Promise<BookmarkedPost[]> => {
  const bookmarks: readonly BookmarkRow[] =
    q === ''
      ? await selectBookmarks(sql, member, {
          ...page,
          search: { query: null, types: [], models: [], maxMs: 0 },
        })
      : await sql.begin('read only', async (transaction) => {
          const search = { ...(await readQuery(transaction, q)), maxMs: MAX_SEARCH_MS }
          return selectBookmarks(transaction, member, { ...page, search })
        })
  if (bookmarks.length === 0) return []
  const ids = bookmarks.map(({ postId }) => postId)
  const cards = new Map((await listCardsById(sql, member, ids)).map((card) => [card.id, card]))
  return bookmarks.flatMap(({ postId, createdAt }) => {
    const card = cards.get(postId)
    return card ? [{ ...card, bookmarkedAt: createdAt }] : []
  })
}
