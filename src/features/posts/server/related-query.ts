import type { Viewer } from '#core/viewer.ts'
import { andNotBlocked } from '#features/members/server/blocks-query.ts'
import { joinMember } from '#features/members/server/profile-query.ts'
import { shownAvatar } from '#features/members/server/standing-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { literal } from '#server/database/literal.ts'
import type { LinkedPost, RelatedPosts } from '../contract-related.ts'
import { joinPost, joinPostTopic } from './access-query.ts'
import { remixCountColumn } from './lineage-query.ts'
import { canSeePost } from './visibility-query.ts'

const MAX_SIMILAR = 5
const MAX_BY_AUTHOR = 3
/** How many of the top posts in the topic are read to find some by other authors. */
const MAX_READ_IN_TOPIC = 20

type Link = Omit<LinkedPost, 'topic' | 'user' | 'isPrivate'> & {
  list: keyof Omit<RelatedPosts, 'remixCount'>
  topicName: string | null
  userId: number
  username: string
  avatar: string | null
}

type Row = { remixCount: number } & (Link | { list: null })

/**
 * Returns the stored posts of other authors that are similar to a public post or, if there are none, the top posts of
 * others in its topic, and the author's newest posts. Returns null if there is no public post with the id.
 */
export const selectRelatedPosts = async (
  sql: Sql,
  viewer: Viewer,
  id: number,
): Promise<RelatedPosts | null> => {
  const isListed = sql`${canSeePost(sql, null)} ${andNotBlocked(sql, viewer, sql`p.user_id`)}`
  const rows = await sql<Row[]>`
    with post as materialized (
      select p.id, p.user_id, p.topic_id, ${remixCountColumn(sql, sql`p.id`)} as remix_count
      from posts p where p.id = ${id} and ${isListed}
    ), most_similar as materialized (
      select p.id, row_number() over (order by s.similarity desc, p.id desc) as ord
      from similar_posts s ${joinPost(sql, sql`s.similar_id`)}
      where s.post_id = (select id from post) and ${isListed} and p.user_id <> (select user_id from post)
      order by s.similarity desc, p.id desc limit ${literal(sql, MAX_SIMILAR)}
    ), in_topic as (
      select id, row_number() over () as ord from (
        select p.id, p.user_id from posts p
        where p.topic_id = (select topic_id from post where not exists (select from most_similar)) and ${isListed}
        order by p.score desc, p.created_at desc, p.id desc limit ${literal(sql, MAX_READ_IN_TOPIC)}
      ) best
      where user_id <> (select user_id from post) limit ${literal(sql, MAX_SIMILAR)}
    ), by_author as (
      select id, row_number() over () as ord from (
        select p.id from posts p where p.user_id = (select user_id from post) and ${isListed}
        order by p.created_at desc, p.id desc limit ${literal(sql, MAX_BY_AUTHOR + 1)}
      ) newest
      where id <> ${id} limit ${literal(sql, MAX_BY_AUTHOR)}
    ), links as (
      select 'similar' as list, * from most_similar union all select 'inTopic', * from in_topic
      union all select 'byAuthor', * from by_author
    )
    select post.remix_count, linked.* from post left join (
      select l.list, l.ord, p.id, p.title, p.type, p.score, p.seo_slug, t.name as topic_name,
        u.id as user_id, u.username, ${shownAvatar(sql, sql`u`)} as avatar
      from links l ${joinPost(sql, sql`l.id`)} ${joinMember(sql, sql`p.user_id`)} ${joinPostTopic(sql)}
    ) linked on true order by list, ord`
  const [first] = rows
  if (!first) return null
  const listed = (list: Link['list']) => rows.flatMap((row) => (row.list === list ? [toLink(row)] : []))
  return {
    similar: listed('similar'),
    inTopic: listed('inTopic'),
    byAuthor: listed('byAuthor'),
    remixCount: first.remixCount,
  }
}

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
}: Link): LinkedPost => ({
  id,
  title,
  type,
  score,
  isPrivate: false,
  seoSlug,
  topic: topicName === null ? null : { name: topicName },
  user: { id: userId, username, avatar },
})
