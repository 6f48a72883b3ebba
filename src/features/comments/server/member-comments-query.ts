import { joinPost, joinTopicOfPost } from '#features/posts/server/access-query.ts'
import type { AnySql, Fragment, Sql } from '#server/database/connect.ts'
import type { MemberComment } from '../contract-member.ts'

/** A longer comment is cut here; its link leads to the rest. */
const MAX_EXCERPT = 500

/** Comments by the member, an SQL expression, that everybody can see. */
const publicComments = (sql: AnySql, userId: Fragment): Fragment => sql`
  from comments c ${joinPost(sql, sql`c.post_id`)}
  where c.user_id = ${userId} and not c.is_deleted and not p.is_private`

/** How many comments on public posts a member has written, an SQL expression; counting stops at `max`. */
export const publicCommentCount = (sql: AnySql, userId: Fragment, max: number): Fragment => sql`
  (select count(*)::integer from (select ${publicComments(sql, userId)} limit ${max}) as counted)`

/** A member's comments on public posts before one of them, newest first. */
export const listCommentsOf = (sql: Sql, userId: number, before: number | undefined, max: number) => sql<
  MemberComment[]
>`
  select c.id, left(c.content, ${MAX_EXCERPT}) || case when length(c.content) > ${MAX_EXCERPT} then ' …' else '' end as excerpt,
    c.score, c.created_at, json_build_object(
      'id', p.id, 'title', p.title, 'isPrivate', p.is_private, 'privateId', null, 'seoSlug', p.seo_slug,
      'topic', case when t.id is null then null else json_build_object('id', t.id, 'name', t.name) end) as post
  from (
    select c.id ${publicComments(sql, sql`${userId}::integer`)} 
      ${before === undefined ? sql`` : sql`and (c.created_at, c.id) < (select created_at, id from comments where id = ${before})`}
    order by c.created_at desc, c.id desc limit ${max}) as page
  join comments c on c.id = page.id ${joinPost(sql, sql`c.post_id`)} ${joinTopicOfPost(sql)}
  order by c.created_at desc, c.id desc`
