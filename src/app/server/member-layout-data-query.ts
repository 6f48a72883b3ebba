import type { Author } from '#core/author.ts'
import type { CurrentUser } from '#core/current-user.ts'
import { pick } from '#core/pick.ts'
import type { TrustLevel } from '#core/trust.ts'
import { accountFieldNames, type Member } from '#core/viewer.ts'
import { findSignedInMember } from '#features/identity/server/find-viewer.ts'
import { hasBlocksColumn } from '#features/members/server/blocks-query.ts'
import { recentlyFollowedMembersColumn } from '#features/members/server/member-follows-query.ts'
import { hasMutesColumn } from '#features/members/server/mutes-query.ts'
import { currentUserColumns } from '#features/members/server/profile-query.ts'
import { trustLevel } from '#features/members/server/standing-query.ts'
import { selectUnreadCount, unreadCountColumn } from '#features/notifications/server/unread-query.ts'
import type { Topic } from '#features/topics/contract.ts'
import { followedTopicsColumn } from '#features/topics/server/follows-query.ts'
import type { Database } from '#server/database/connect.ts'

type Row = CurrentUser & {
  hasBlocks: boolean
  hasMutes: boolean
  trustLevel: TrustLevel
  unreadCount: number
  followedTopics: Topic[]
  followedMembers: Author[]
}

/**
 * The member who is viewing a page, and the replies of the endpoints that every page calls for a member, keyed by
 * operation.
 */
export type MemberLayoutData = { viewer: Member; replies: Readonly<Record<string, unknown>> }

/**
 * Reads the session and the data that every page shows a member outside its content (such as the unread count), in one
 * statement instead of one per endpoint. For a member with blocks or mutes, another one counts what they leave out of the
 * unread notifications. Returns null if the session is not valid.
 */
export const selectMemberLayoutData = async (
  { sql }: Database,
  tokenHash: Buffer,
): Promise<MemberLayoutData | null> => {
  const row = await findSignedInMember<Row>(
    sql,
    tokenHash,
    sql`${currentUserColumns(sql)}, ${hasBlocksColumn(sql, sql`u.id`)} as has_blocks, ${hasMutesColumn(sql, sql`u.id`)} as has_mutes,
      ${trustLevel(sql, sql`u`)} as trust_level,
      ${unreadCountColumn(sql, { id: sql`u.id`, isAdmin: sql`u.is_admin`, hasBlocks: false, hasMutes: false })} as unread_count,
      ${followedTopicsColumn(sql, sql`u.id`)} as followed_topics,
      ${recentlyFollowedMembersColumn(sql, sql`u.id`)} as followed_members`,
  )
  if (!row) return null
  const {
    hasBlocks,
    hasMutes,
    trustLevel: trust,
    unreadCount,
    followedTopics,
    followedMembers,
    ...currentUser
  } = row
  const viewer = {
    ...pick(currentUser, accountFieldNames),
    hasBlocks,
    hasMutes,
    trustLevel: trust,
    isWaiting: currentUser.approval !== null,
  }
  const count = hasBlocks || hasMutes ? await selectUnreadCount(sql, viewer) : unreadCount
  return {
    viewer,
    replies: {
      'GET /api/auth/me': currentUser,
      'GET /api/notifications/unread-count': { count },
      'GET /api/user/followed-topics': followedTopics,
      'GET /api/user/recently-followed-members': followedMembers,
    },
  }
}
