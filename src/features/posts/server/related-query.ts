import { joinMember } from '#features/members/server/profile-query.ts'
import type { AnySql, Fragment, Sql } from '#server/database/connect.ts'
import type { LinkedPost } from '../contract-related.ts'
import { joinTopicOfPost } from './access-query.ts'

/** The similar posts are chosen from this many of the best of the topic, and as many of the type. */
const CANDIDATES = 50
const MAX_SIMILAR = 5
const MAX_BY_AUTHOR = 3

type Row = Omit<LinkedPost, 'topic' | 'user' | 'isPrivate'> & {
  topicName: string | null
  userId: number
  username: string
  avatar: string | null
  isSimilar: boolean
}

type Related = { similar: LinkedPost[]; byAuthor: LinkedPost[] }

/**
 * Other authors' posts in the same topic, then of the same type, those that share type and models first; and the author's
 * newest. Reads a fixed number of index entries. Null if there is no such public post.
 */
export const findRelatedPosts = async (sql: Sql, id: number): Promise<Related | null> => {
  const [post] = await sql<{ userId: number; topicId: number | null; type: string; models: string[] }[]>`
    select user_id, topic_id, type, models from posts where id = ${id} and not is_private`
  if (!post) return null
  const { userId, topicId, type, models } = post
  const best = (condition: Fragment) => sql`
    (select id, user_id, topic_id, type, models, score from posts
    where ${condition} and not is_private order by score desc, created_at desc, id desc limit ${CANDIDATES})`
  const rows = await sql<Row[]>`
    with others as (
      select id, row_number() over (
        order by topic_id is not distinct from ${topicId} desc, (type = ${type})::integer + cardinality(array(
          select unnest(models) intersect select unnest(${models}::text[]))) desc, score desc, id desc) as ord
      from (${best(sql`topic_id = ${topicId}`)} union ${best(sql`type = ${type}`)}) as best
      where id <> ${id} and user_id <> ${userId}
      order by ord limit ${MAX_SIMILAR}
    ), own as (
      select id, row_number() over (order by created_at desc, id desc) as ord from (
        select id, created_at from posts where user_id = ${userId} and not is_private
        order by created_at desc, id desc limit ${MAX_BY_AUTHOR + 1}::integer) as newest
      where id <> ${id} order by ord limit ${MAX_BY_AUTHOR}
    )
    ${select(sql, sql`others`, true)} union all ${select(sql, sql`own`, false)} order by is_similar, ord`
  return {
    similar: rows.filter(({ isSimilar }) => isSimilar).map(toLink),
    byAuthor: rows.filter(({ isSimilar }) => !isSimilar).map(toLink),
  }
}

const select = (sql: AnySql, list: Fragment, isSimilar: boolean): Fragment => sql`
  select p.id, p.title, p.type, p.score, p.seo_slug, t.name as topic_name,
    u.id as user_id, u.username, u.avatar, ${isSimilar}::boolean as is_similar, l.ord
  from ${list} l join posts p on p.id = l.id ${joinMember(sql, sql`p.user_id`)} ${joinTopicOfPost(sql)}`

const toLink = ({
  id,
  title,
  type,
  score,
  seoSlug,
  topicName,
  userId,
  username,
  avatar,
}: Row): LinkedPost => ({
  id,
  title,
  type,
  score,
  isPrivate: false,
  seoSlug,
  topic: topicName === null ? null : { name: topicName },
  user: { id: userId, username, avatar },
})
