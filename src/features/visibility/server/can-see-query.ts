import type { Viewer } from '#core/viewer.ts'
import type { AnySql, Fragment } from '#server/database/connect.ts'

/**
 * The one rule of who may know of a post (`p` in the query around it): everyone of a public one; of a private
 * one its owner, an admin, and a member who has opened its link. A stranger gets what a missing post gets.
 */
export const canSee = (sql: AnySql, viewer: Viewer): Fragment => {
  if (!viewer) return sql`not p.is_private`
  if (viewer.isAdmin) return sql`true`
  return sql`(not p.is_private or p.user_id = ${viewer.id} or exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = ${viewer.id}))`
}
