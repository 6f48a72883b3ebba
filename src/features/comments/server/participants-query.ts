import type { Author } from '#core/author.ts'
import type { Member } from '#core/viewer.ts'
import { andNotBlocked } from '#features/members/server/blocks-query.ts'
import { joinMember } from '#features/members/server/profile-query.ts'
import { isSuspended } from '#features/members/server/standing-query.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import { canSeePost } from '#features/posts/server/visibility-query.ts'
import type { AnySql } from '#server/database/connect.ts'

/** The maximum number of comments to search. In a longer thread, only the newest comments are searched. */
const MAX_COMMENTS = 500

type Search = { postId: number; prefix: string; max: number }

/**
 * Lists the participants in a post's discussion whose usernames begin with the prefix, except for the member and for who is suspended.
 * The list is empty if the member cannot see the post. The most recent commenters come first. The post's
 * author comes last, unless they have commented.
 */
export const selectParticipants = (sql: AnySql, member: Member, { postId, prefix, max }: Search) => sql<
  Author[]
>`
  with post as materialized (
    select p.id, p.user_id from (select ${postId}::integer as id) as given ${joinPost(sql, sql`given.id`)}
    where ${canSeePost(sql, member)}
  ), written as (
    select user_id, 0 as comment_id from post
    union all
    (select c.user_id, c.id from comments c
      where c.post_id = (select id from post) and not c.is_deleted
      order by c.created_at desc, c.id desc limit ${MAX_COMMENTS})
  ), participants as (select user_id, max(comment_id) as newest from written group by user_id)
  select u.id, u.username, u.avatar from participants ${joinMember(sql, sql`participants.user_id`)}
  where u.profile_completed and not ${isSuspended(sql, sql`u`)} and u.id <> ${member.id} ${andNotBlocked(sql, member, sql`u.id`)} and starts_with(lower(u.username), lower(${prefix}::text))
  order by newest desc limit ${max}`
