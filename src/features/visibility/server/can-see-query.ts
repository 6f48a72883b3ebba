import { type Failure, forbidden, notFound } from '#core/failure.ts'
import type { Member, Viewer } from '#core/viewer.ts'
import type { AnySql, Fragment } from '#server/database/connect.ts'

/**
 * The one rule of who may know of a post (`p` in the query around it): everyone of a public one; of a private one its
 * owner, an admin, and a member who has opened its link. A stranger gets what a missing post gets.
 */
export const canSee = (sql: AnySql, viewer: Viewer): Fragment => {
  if (!viewer) return sql`not p.is_private`
  if (viewer.isAdmin) return sql`true`
  return canTakePart(sql, viewer)
}

/**
 * Who may vote, comment, bookmark and reveal: whoever may know of the post, except that an admin who has not opened the
 * link of somebody's private post may only read it, for moderation.
 */
export const canTakePart = (sql: AnySql, { id }: Member): Fragment =>
  sql`(not p.is_private or p.user_id = ${id} or exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = ${id}))`

/** What to throw when `canTakePart` refused a post or a comment: `missing`, unless an admin may read it. */
export const cannotTakePart = async (
  sql: AnySql,
  { isAdmin }: Member,
  postOrCommentId: number,
  missing: string,
): Promise<Failure> => {
  if (!isAdmin) return notFound(missing)
  const [found] = await sql`
    select from posts where id = ${postOrCommentId}
    union all select from comments where id = ${postOrCommentId} and not is_deleted`
  return found
    ? forbidden('You can only read this private post, for moderation. Open its link to take part.')
    : notFound(missing)
}
