import { HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import type { Member, Viewer } from '#core/viewer.ts'
import { canSeeProfile } from '#features/members/policy.ts'
import { selectProfileOwner } from '#features/members/server/profile-query.ts'
import { selectCardsById } from '#features/posts/server/card-query.ts'
import { prepareListSearch } from '#features/search/server/list-search-query.ts'
import type { Sql } from '#server/database/connect.ts'
import type { Collection, CollectionPage } from '../contract.ts'
import { ITEMS_PER_PAGE } from '../contract-values.ts'
import { countContainedPosts, type ItemRow, selectItemRows } from './items-query.ts'
import * as store from './store.ts'

const withoutRowId = <T extends { rowId: number }>({ rowId: _, ...collection }: T): Omit<T, 'rowId'> =>
  collection

/** Finds a collection by the id in its link. Throws 404 if it does not exist or the viewer cannot read it. */
export const requireCollection = async (
  sql: Sql,
  viewer: Viewer,
  linkId: string,
): Promise<store.StoredCollectionDetails> => {
  const collection = await store.selectCollection(sql, viewer, linkId)
  if (!collection) throw new HttpError('collection-not-found')
  return collection
}

/** Returns a collection without its posts. Throws the same errors as `requireCollection`. */
export const getCollectionSummary = async (sql: Sql, viewer: Viewer, linkId: string): Promise<Collection> => {
  const { role, editors, followerCount, isFollowed, isRemoved, ...collection } = withoutRowId(
    await requireCollection(sql, viewer, linkId),
  )
  return collection
}

/**
 * Returns a page of a collection: the posts after the given position that the viewer can see. If `q` is not
 * empty, includes only posts that match it. Throws the same errors as `requireCollection`.
 */
export const getCollectionPage = async (
  sql: Sql,
  viewer: Viewer,
  linkId: string,
  { after = 0, q }: { after?: number | undefined; q: string },
): Promise<CollectionPage> => {
  const collection = await requireCollection(sql, viewer, linkId)
  const part = { after, max: ITEMS_PER_PAGE + 1 }
  const rows: readonly ItemRow[] =
    q === ''
      ? await selectItemRows(sql, viewer, collection.rowId, part)
      : await sql.begin('read only', async (tx) =>
          selectItemRows(tx, viewer, collection.rowId, { ...part, search: await prepareListSearch(tx, q) }),
        )
  const page = rows.slice(0, ITEMS_PER_PAGE)
  const ids = page.map(({ postId }) => postId)
  const cards = new Map(
    ids.length ? (await selectCardsById(sql, viewer, ids)).map((card) => [card.id, card]) : [],
  )
  return {
    collection: withoutRowId(collection),
    items: page.flatMap(({ postId, ...item }) => {
      const post = cards.get(postId)
      return post ? [{ ...item, post }] : []
    }),
    after: rows.length > page.length ? (page.at(-1)?.position ?? null) : null,
  }
}

export const listOwnCollections = async (sql: Sql, member: Member, postIds: readonly number[] = []) => {
  const collections = await store.selectEditableCollections(sql, member)
  const rows = collections.map(({ rowId }) => rowId)
  const counts = postIds.length ? await countContainedPosts(sql, member, rows, postIds) : new Map()
  return collections.map((collection) => ({
    ...withoutRowId(collection),
    hasPost: counts.get(collection.rowId) === postIds.length,
    hasSomePosts: counts.has(collection.rowId),
  }))
}

export const listFollowedCollections = async (sql: Sql, member: Member): Promise<Collection[]> =>
  (await store.selectFollowedCollections(sql, member)).map(withoutRowId)

/** Lists the paths of public collections, for the sitemap. */
export const listCollectionPaths = async (sql: Sql): Promise<string[]> =>
  (await store.selectCollectionsForSitemap(sql)).map((collection) => paths.collection(collection))

/** Lists a member's public collections, or none if the viewer cannot see the profile. Throws 404 for an unknown member. */
export const listPublicCollections = async (
  sql: Sql,
  viewer: Viewer,
  username: string,
): Promise<Collection[]> => {
  const owner = await selectProfileOwner(sql, viewer, username)
  if (!owner) throw new HttpError('user-not-found')
  if (!canSeeProfile(viewer, owner)) return []
  return (await store.selectPublicCollections(sql, owner.id)).map(withoutRowId)
}
