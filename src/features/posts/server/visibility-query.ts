import { HttpError } from '#core/http-error.ts'
import type { Member, Viewer } from '#core/viewer.ts'
import {
  andNotBlocked,
  andNotHiddenByBlock,
  hasBlocksColumn,
  isBlockedBetween,
  isModerating,
} from '#features/members/server/blocks-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'

/**
 * The only rule for who can see a post (`p` in the surrounding query). Everyone can see a public post. A
 * private post is visible to its owner, to admins, and to members who have opened its link; for everyone
 * else, it does not exist. A restricted post is private, and visible to moderators instead of those members, unless its
 * author had made it private. A post without an author is being deleted, and nobody can see it. A post by a member whom
 * the viewer blocks, or who blocks the viewer, does not exist for the viewer, unless they moderate.
 */
export const canSeePost = (sql: AnySql, viewer: Viewer): SqlFragment => {
  if (!viewer) return sql`not p.is_private`
  if (viewer.isAdmin) return isNotDeleted(sql)
  const canParticipate = canParticipateInPost(sql, isModerating(viewer) ? { id: viewer.id } : viewer)
  if (viewer.isModerator)
    return sql`(${canParticipate} or p.restriction is not null and not p.restricted_as_private and ${isNotDeleted(sql)})`
  if (viewer.moderatedTopics.length === 0) return canParticipate
  const isInTopic = sql`p.restricted_topic_id = any(${[...viewer.moderatedTopics]}::integer[])`
  return sql`(${canParticipate} or p.restriction is not null and ${isInTopic} and ${isNotDeleted(sql)})`
}

/** Applies the `canSeePost` rule to a member whose id and role are SQL expressions. */
export const canMemberSeePost = (
  sql: AnySql,
  { isAdmin, ...member }: { id: SqlFragment; isAdmin: SqlFragment; hasBlocks: boolean },
): SqlFragment => sql`(${isAdmin} and ${isNotDeleted(sql)} or ${canParticipateInPost(sql, member)})`

/** An SQL condition that the author of the post `p` has made it private, whether or not it is restricted. */
export const isPrivateByAuthor = (sql: AnySql): SqlFragment =>
  sql`(p.is_private and (p.restriction is null or p.restricted_as_private))`

/** An SQL condition that the post `p` has not been marked as deleted. */
export const isNotDeleted = (sql: AnySql): SqlFragment => sql`p.user_id is not null`

/**
 * A member as a query knows them: from their session, or by an SQL expression for their id, and then perhaps without knowing
 * whether they have blocks.
 */
type Participant = { id: number; hasBlocks?: boolean } | { id: SqlFragment; hasBlocks?: boolean }

/**
 * The rule for who can vote, comment, bookmark and reveal: everyone who can see the post, except that an
 * admin who has not opened the link to someone else's private post can only read it (for moderation), and so can
 * moderators a restricted post, and whoever moderates one of a member with whom they block each other.
 */
export const canParticipateInPost = (sql: AnySql, member: Participant): SqlFragment =>
  sql`(not p.is_private or p.user_id = ${member.id} or ${isNotDeleted(sql)} and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = ${member.id})) ${andNotBlockedByAuthor(sql, member)}`

/** An SQL condition, which begins with `and`, that the author of `p` and the member do not block each other. */
const andNotBlockedByAuthor = (sql: AnySql, { id, hasBlocks }: Participant): SqlFragment => {
  if (typeof id === 'number') return andNotBlocked(sql, { id, hasBlocks: hasBlocks === true }, sql`p.user_id`)
  if (hasBlocks === false) return sql``
  const isBlocked = isBlockedBetween(sql, id, sql`p.user_id`)
  return hasBlocks
    ? sql`and not ${isBlocked}`
    : sql`and (not ${hasBlocksColumn(sql, id)} or not ${isBlocked})`
}

/** An SQL condition on the post `p`, whose private link the viewer knows: a restricted post can be read only if seen otherwise, and one that a block hides not at all. */
export const canReadByLink = (sql: AnySql, viewer: Viewer): SqlFragment =>
  sql`(p.restriction is null or ${canSeePost(sql, viewer)}) ${andNotHiddenByBlock(sql, viewer, sql`p.user_id`)}`

/**
 * An SQL expression for the first version of the post `p` that the viewer can read. The author can read all. Others
 * cannot read what the post said before it was published: of a private post only the current version, and of a
 * post that was made public the version that was published and later ones.
 */
export const firstReadableVersion = (sql: AnySql, viewer: { id: number } | null): SqlFragment =>
  sql`(case when p.user_id = ${viewer?.id ?? null}::integer then 1 when p.is_private then p.version else p.public_version end)`

/**
 * An SQL condition that checks whether the viewer can read what was written about the post `p` at the time `writtenAt`
 * (an SQL expression) and quotes the post's text of that time. As for versions, only the author can read it if it was
 * written before the post was published.
 */
export const canReadQuoteFrom = (sql: AnySql, viewer: Viewer, writtenAt: SqlFragment): SqlFragment =>
  sql`(p.user_id = ${viewer?.id ?? null}::integer or not p.is_private and (p.public_since is null or ${writtenAt} >= p.public_since))`

/**
 * Returns the error to throw after `canParticipateInPost` has rejected a member: 403 for an admin who can read the private
 * post or its comment, otherwise 404 with the code `missing`.
 */
export const findParticipationError = async (
  sql: AnySql,
  { isAdmin }: Member,
  postOrCommentId: number,
  missing: 'post-not-found' | 'comment-not-found' | 'vote-target-not-found',
): Promise<HttpError> => {
  if (!isAdmin) return new HttpError(missing)
  const [found] = await sql`
    select from posts p where p.id = ${postOrCommentId} and p.is_private and ${isNotDeleted(sql)}
    union all
    select from comments c join posts p on p.id = c.post_id
    where c.id = ${postOrCommentId} and not c.is_deleted and p.is_private and ${isNotDeleted(sql)}`
  return found ? new HttpError('private-post-read-only') : new HttpError(missing)
}
