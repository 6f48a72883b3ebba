import type { Author } from '#core/author.ts'
import type { Member } from '#core/viewer.ts'
import { selectMembersByName } from '#features/members/server/profile-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { selectParticipants } from './participants-query.ts'

const MAX_SUGGESTIONS = 8
/**
 * The minimum prefix length for suggesting members who have not taken part in the discussion. A single letter would
 * match too many names to be useful.
 */
const MIN_PREFIX_LENGTH = 2

/**
 * Suggests members to mention whose usernames begin with the prefix: first participants in the post's discussion, then
 * other members.
 */
export const suggestMentions = async (
  sql: AnySql,
  member: Member,
  { prefix, postId }: { prefix: string; postId?: number | undefined },
): Promise<Author[]> => {
  const participants =
    postId === undefined
      ? []
      : await selectParticipants(sql, member, { postId, prefix, max: MAX_SUGGESTIONS })
  if (participants.length === MAX_SUGGESTIONS || prefix.length < MIN_PREFIX_LENGTH) return participants
  const name = prefix.toLowerCase()
  const known = new Set([member.id, ...participants.map(({ id }) => id)])
  const others = (
    await selectMembersByName(sql, member, [name], [name], MAX_SUGGESTIONS + known.size)
  ).filter(({ id }) => !known.has(id))
  return [...participants, ...others].slice(0, MAX_SUGGESTIONS)
}
