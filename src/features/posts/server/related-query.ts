import { joinMember } from '#features/members/server/profile-query.ts'
import type { AnySql, Fragment, Sql } from '#server/database/connect.ts'
import type { LinkedPost } from '../contract-related.ts'
import { joinTopicOfPost } from './access-query.ts'

/** The similar posts are chosen from this many of the best of a topic or type. */
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
 * Posts of other authors in the same topic, or of the same type if there is no topic, that share type and models, the
 * best first; and the author's newest. Both read a fixed number of index entries. Null if there is no such public post.
 */
export const findRelatedPosts = async (sql: Sql, id: number): Promise<Related | null> => {
  const [post] = await sql<{ userId: number; topicId: number | null; type: string; models: string[] }[]>`
    select user_id, topic_id, type, models from posts where id = ${id} and not is_private`
  if (!post) return null
  const { userId, topicId, type, models } = post
  const sameList = topicId === null ? sql`type = ${type}` : sql`topic_id = ${topicId}`
  const rows = await sql<Row[]>`
    with others as (
      select id, row_number() over (
        order by (type = ${type})::integer + cardinality(array(
          select unnest(models) intersect select unnest(${models}::text[]))) desc, score desc, id desc) as ord
      from (
        select id, user_id, type, models, score from posts
        where ${sameList} and not is_private order by score desc, created_at desc, id desc limit ${CANDIDATES}) as best
      where id <> ${id} and user_id <> ${userId}
      order by ord limit ${MAX_SIMILAR}
    ), own as (
      select id, row_number() over (order by created_at desc, id desc) as ord from (
        select id, created_at from posts where user_id = ${userId} and not is_private
        order by created_at desc, id desc limit ${MAX_BY_AUTHOR + 1}::integer) as newest
      where id <> ${id} order by ord limit ${MAX_BY_AUTHOR}
    )
    ${select(sql, sql`others`, true)} union all ${select(sql, sql`own`, false)} order by is_similar, ord`
  const listOf = (wanted: boolean) => rows.filter(({ isSimilar }) => isSimilar === wanted).map(toLink)
  return { similar: listOf(true), byAuthor: listOf(false) }
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
