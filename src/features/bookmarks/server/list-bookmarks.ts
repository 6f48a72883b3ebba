import type { EndpointInput } from '#core/endpoint.ts'
import type { Member, Viewer } from '#core/viewer.ts'
import type { BookmarkedPost, listBookmarks } from '#features/bookmarks/contract.ts'
import type { PostCard } from '#features/posts/contract.ts'
import type { Sql } from '#server/database/connect.ts'
import { listKept, type Wanted } from './store.ts'

/** Posts and search stand above bookmarks, so what they know is handed in. */
export type Listing = {
  sql: Sql
  listCardsById(sql: Sql, viewer: Viewer, ids: readonly number[]): Promise<PostCard[]>
  parseQuery(q: string): Wanted
}

type Query = EndpointInput<typeof listBookmarks>['query']

/** A page of bookmarks as cards: two queries, whatever its length. */
export const listBookmarkedPosts = async (
  { sql, listCardsById, parseQuery }: Listing,
  member: Member,
  { q, ...page }: Query,
): Promise<BookmarkedPost[]> => {
  const kept = await listKept(sql, member, { ...page, wanted: parseQuery(q) })
  if (kept.length === 0) return []
  const ids = kept.map(({ postId }) => postId)
  const cards = await listCardsById(sql, member, ids)
  const times = new Map(kept.map(({ postId, createdAt }) => [postId, createdAt.toISOString()]))
  return cards.map((card) => ({ ...card, bookmarkedAt: times.get(card.id) ?? '' }))
}
