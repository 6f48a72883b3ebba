import type { Viewer } from '#core/viewer.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { findCard } from '#features/posts/server/card-query.ts'
import { canSee } from '#features/visibility/server/can-see-query.ts'
import type { Sql } from '#server/database/connect.ts'

/** The post as this viewer may see it; null where there is none they may know of. */
export const findPost = (sql: Sql, viewer: Viewer, id: number): Promise<PostCard | null> =>
  findCard(sql, viewer, sql`select p.id, 1 as ord from posts p where p.id = ${id} and ${canSee(sql, viewer)}`)

/** By the readable part of its link, which no other post has. */
export const findPostBySlug = (sql: Sql, viewer: Viewer, slug: string): Promise<PostCard | null> =>
  findCard(
    sql,
    viewer,
    sql`select p.id, 1 as ord from posts p where p.seo_slug = ${slug} and ${canSee(sql, viewer)}`,
  )

/** Whoever holds the link may read. */
export const findPrivatePost = (sql: Sql, viewer: Viewer, privateId: string): Promise<PostCard | null> =>
  findCard(sql, viewer, sql`select p.id, 1 as ord from posts p where p.private_id = ${privateId}`)
