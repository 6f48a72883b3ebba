import { selectMembersByUsername } from '#features/members/server/mentions-query.ts'
import { notifyMentionedMembers } from '#features/notifications/server/mention-query.ts'
import type { AnySql } from '#server/database/connect.ts'

type Post = { id: number; userId: number; mentions: readonly string[] }

/**
 * Notifies all members whom posts mention that others can see from now on, because members who could not see a post have
 * not been notified yet. All posts have the same author, or there are few.
 */
export const notifyAllMentioned = async (tx: AnySql, posts: readonly Post[]): Promise<void> => {
  const names = [...new Set(posts.flatMap(({ mentions }) => mentions))]
  if (names.length === 0) return
  const members = await selectMembersByUsername(tx, names)
  for (const fromUserId of new Set(posts.map(({ userId }) => userId))) {
    const targets = posts
      .filter(({ userId }) => userId === fromUserId)
      .flatMap(({ id: postId, mentions }) =>
        members
          .filter(({ username }) => mentions.includes(username))
          .map(({ id: userId }) => ({ postId, userId })),
      )
    await notifyMentionedMembers(tx, { commentId: null, fromUserId, targets })
  }
}
