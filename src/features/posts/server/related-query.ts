import { LRUCache } from 'lru-cache'
import { joinMember } from '#features/members/server/profile-query.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import type { LinkedPost } from '../contract-related.ts'
import { joinPostTopic } from './access-query.ts'
import { remixCountColumn } from './lineage-query.ts'

/**
 * How many of the top posts in the topic, and how many of the same type, are considered when choosing similar
 * posts.
 */
const CANDIDATES = 50
const MAX_SIMILAR = 5
const MAX_BY_AUTHOR = 3

/**
 * How long lists of the best posts are cached. These lists change slowly, and sorting them takes longer than the rest
 * of the request. Titles, scores and visibility are read on every request.
 */
const KEEP_CANDIDATES_MS = 10_000
const MAX_LISTS = 200

type Row = Omit<LinkedPost, 'topic' | 'user' | 'isPrivate'> & {
  topicName: string | null
  userId: number
  username: string
  avatar: string | null
  isSimilar: boolean
}

type Candidate = {
  id: number
  userId: number
  topicId: number | null
  type: string
  models: string[]
  score: number
}

type Links = { similar: LinkedPost[]; byAuthor: LinkedPost[] }

type Related = Links & { remixCount: number }

type FindRelatedPosts = (sql: Sql, id: number) => Promise<Related | null>

/**
 * Returns a function that finds similar posts by other authors (first from the same topic, then of the same type; posts
 * that share type and models come first) and the author's newest posts. It reads a bounded number of index entries and
 * caches the lists of best posts for ten seconds. It returns null if there is no public post with the id.
 */
export const createRelatedPostsFinder = (): FindRelatedPosts => {
  const lists = new LRUCache<string, Candidate[], () => Promise<Candidate[]>>({
    max: MAX_LISTS,
    ttl: KEEP_CANDIDATES_MS,
    fetchMethod: (_key, _stale, { context: load }) => load(),
  })
  const best = async (sql: Sql, key: string, condition: SqlFragment): Promise<Candidate[]> => {
    const load = () => sql<Candidate[]>`
      select id, user_id, topic_id, type, models, score from posts
      where ${condition} and not is_private order by score desc, created_at desc, id desc limit ${CANDIDATES}`
    return (await lists.fetch(key, { context: load })) ?? []
  }

  return async (sql, id) => {
    const [post] = await sql<(Candidate & { remixCount: number })[]>`
      select id, user_id, topic_id, type, models, score, ${remixCountColumn(sql, sql`posts.id`)} as remix_count
      from posts where id = ${id} and not is_private`
    if (!post) return null
    const { topicId, type } = post
    const [ofTopic, ofType] = await Promise.all([
      topicId === null ? [] : best(sql, `topic ${topicId}`, sql`topic_id = ${topicId}`),
      best(sql, `type ${type}`, sql`type = ${type}`),
    ])
    const links = await readLinks(sql, post, chooseSimilar(post, [...ofTopic, ...ofType]))
    return { ...links, remixCount: post.remixCount }
  }
}

/** Returns the ids of the posts most similar to `post`, the most similar first. */
const chooseSimilar = (post: Candidate, candidates: Candidate[]): number[] => {
  const ranked = new Map<number, Candidate & { isInTopic: boolean; shared: number }>()
  for (const other of candidates) {
    if (other.id === post.id || other.userId === post.userId) continue
    ranked.set(other.id, {
      ...other,
      isInTopic: other.topicId === post.topicId,
      shared: Number(other.type === post.type) + other.models.filter((m) => post.models.includes(m)).length,
    })
  }
  return [...ranked.values()]
    .sort(
      (a, b) =>
        Number(b.isInTopic) - Number(a.isInTopic) || b.shared - a.shared || b.score - a.score || b.id - a.id,
    )
    .slice(0, MAX_SIMILAR)
    .map(({ id }) => id)
}

const readLinks = async (sql: Sql, { id, userId }: Candidate, similar: number[]): Promise<Links> => {
  const rows = await sql<Row[]>`
    with others as (
      select id, ord from unnest(${similar}::integer[]) with ordinality as ids(id, ord)
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

const select = (sql: AnySql, list: SqlFragment, isSimilar: boolean): SqlFragment => sql`
  select p.id, p.title, p.type, p.score, p.seo_slug, t.name as topic_name,
    u.id as user_id, u.username, u.avatar, ${isSimilar}::boolean as is_similar, l.ord
  from ${list} l join posts p on p.id = l.id and not p.is_private ${joinMember(sql, sql`p.user_id`)} ${joinPostTopic(sql)}`

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
