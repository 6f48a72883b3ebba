import type { EndpointInput } from '#core/endpoint.ts'
import type { Member, Viewer } from '#core/viewer.ts'
import type { BookmarkedPost, listBookmarks } from '#features/bookmarks/contract.ts'
import type { PostCard } from '#features/posts/contract.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { type Kept, listKept, type Wanted } from './store.ts'

/** Posts and search rank above bookmarks, so what they know is handed in. */
export type Listing = {
  listCardsById(sql: Sql, viewer: Viewer, ids: readonly number[]): Promise<PostCard[]>
  /** Prepares the transaction for a search and reads what was typed. */
  readQuery(sql: AnySql, q: string): Promise<Omit<Wanted, 'ms'>>
}

type Query = EndpointInput<typeof listBookmarks>['query']

const SEARCH_MS = 200

/** A page of bookmarks as cards, searched where `q` says for what. */
export const listBookmarkedPosts = async (
  sql: Sql,
  { listCardsById, readQuery }: Listing,
  member: Member,
  { q, ...page }: Query,
): Promise<BookmarkedPost[]> => {
  const kept: readonly Kept[] =
    q === ''
      ? await listKept(sql, member, { ...page, wanted: { query: null, types: [], models: [], ms: 0 } })
      : await sql.begin('read only', async (transaction) => {
          const wanted = { ...(await readQuery(transaction, q)), ms: SEARCH_MS }
          return listKept(transaction, member, { ...page, wanted })
        })
  if (kept.length === 0) return []
  const ids = kept.map(({ postId }) => postId)
  const cards = await listCardsById(sql, member, ids)
  const times = new Map(kept.map(({ postId, createdAt }) => [postId, createdAt.toISOString()]))
  return cards.map((card) => ({ ...card, bookmarkedAt: times.get(card.id) ?? '' }))
}
