import { HttpError } from '#core/http-error.ts'
import type { Viewer } from '#core/viewer.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import type { PostCard } from '../contract.ts'
import { selectCard } from './card-query.ts'
import { canReadByLink, canSeePost } from './visibility-query.ts'

/** Returns the post as this viewer sees it, or null if they cannot see it. */
export const selectPost = (sql: Sql, viewer: Viewer, id: number): Promise<PostCard | null> =>
  selectCard(
    sql,
    viewer,
    sql`select p.id, 1 as ord from posts p where p.id = ${id} and ${canSeePost(sql, viewer)}`,
  )

/** Returns the post as this viewer sees it. Throws 404 if they cannot see it. */
export const requirePost = async (sql: Sql, viewer: Viewer, id: number): Promise<PostCard> => {
  const post = await selectPost(sql, viewer, id)
  if (!post) throw new HttpError('post-not-found')
  return post
}

/** Finds a post by its slug, which is unique, or else by the one that it had before. */
export const selectPostBySlug = (sql: Sql, viewer: Viewer, slug: string): Promise<PostCard | null> =>
  selectCard(
    sql,
    viewer,
    sql`
      select p.id, 1 as ord from posts p where p.seo_slug = ${slug} and ${canSeePost(sql, viewer)}
      union all select p.id, 2 from posts p where p.former_slug = ${slug} and ${canSeePost(sql, viewer)}`,
  )

/** Finds a private post by its secret id. Anyone who knows the link may read it, unless `canReadByLink` says otherwise. */
export const selectPrivatePost = (sql: Sql, viewer: Viewer, privateId: string): Promise<PostCard | null> =>
  selectCard(
    sql,
    viewer,
    sql`select p.id, 1 as ord from posts p
      where p.private_id = ${privateId} and ${canReadByLink(sql, viewer)}`,
  )

type OwnedPost = { id: number; userId: number; isPrivate: boolean; exampleFiles: string[]; revision: number }

/** Lists the owner, visibility, files and revision of each given post that the viewer can see. */
export const selectPostOwners = (sql: AnySql, viewer: Viewer, ids: readonly number[]) => sql<OwnedPost[]>`
  select p.id, p.user_id, p.is_private, p.example_files, p.revision from posts p
  where p.id = any(${[...ids]}::integer[]) and ${canSeePost(sql, viewer)}`

/** Returns the owner, visibility, files and revision of a post, or null if this viewer cannot see it. */
export const selectPostOwner = async (sql: AnySql, viewer: Viewer, id: number): Promise<OwnedPost | null> =>
  (await selectPostOwners(sql, viewer, [id]))[0] ?? null
