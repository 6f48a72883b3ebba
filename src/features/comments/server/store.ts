import type { Viewer } from '#core/viewer.ts'
import type { Comment } from '#features/comments/contract.ts'
import type { Sql } from '#server/database/connect.ts'

export type CommentRow = Omit<Comment, 'createdAt' | 'updatedAt' | 'user' | 'replies'> & {
  createdAt: Date
  updatedAt: Date
  username: string | null
  avatar: string | null
}

/** The best comments of a post, flat, at most `most`. */
export const listCommentRows = (
  sql: Sql,
  viewer: Viewer,
  postId: number,
  most: number,
): Promise<CommentRow[]> => sql<CommentRow[]>`
  select c.id, c.content, c.user_id, c.post_id, c.parent_id, c.score, c.is_deleted, c.created_at, c.updated_at,
    u.username, u.avatar, ${viewer ? sql`coalesce(v.value, 0)` : sql`0`} as my_vote
  from comments c
  left join users u on u.id = c.user_id
  ${viewer ? sql`left join votes v on v.comment_id = c.id and v.user_id = ${viewer.id}` : sql``}
  where c.post_id = ${postId}
  order by c.score desc, c.created_at desc, c.id desc
  limit ${most}`
