import type { Viewer } from '#core/viewer.ts'
import { authorJson, joinMember } from '#features/members/server/profile-query.ts'
import { topicJson } from '#features/topics/server/topic-list-query.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { literal } from '#server/database/literal.ts'
import type { LineagePost } from '../contract-lineage.ts'
import { joinPostTopic } from './access-query.ts'
import { canSeePost, isNotDeleted } from './visibility-query.ts'

const MAX_ANCESTORS = 20
const MAX_REMIXES = 200
const MAX_DEPTH = 10

type Row = LineagePost & { isRemix: boolean; isVisible: boolean }

type Lineage = {
  post: LineagePost
  ancestors: LineagePost[]
  origin: 'deleted' | 'private' | 'more' | null
  remixes: LineagePost[]
  hasMore: boolean
}

/**
 * Returns a post's ancestors and its direct and indirect remixes. Returns null if the viewer cannot see the
 * post.
 */
export const selectLineage = async (sql: Sql, viewer: Viewer, id: number): Promise<Lineage | null> => {
  const [own, ...above] = await sql<Row[]>`
    with recursive up as (
      select p.id, p.remix_of, 0 as step from posts p where p.id = ${id} and ${canSeePost(sql, viewer)}
      union all
      select p.id, p.remix_of, u.step + 1 from up u join posts p on p.id = u.remix_of and ${isNotDeleted(sql)}
      where u.step < ${MAX_ANCESTORS}
    )
    select ${columns(sql)}, p.is_remix, ${canSeePost(sql, viewer)} as is_visible
    from up page ${relatives(sql)} order by page.step`
  if (!own) return null
  const firstHidden = above.findIndex(({ isVisible }) => !isVisible)
  const visible = firstHidden === -1 ? above : above.slice(0, firstHidden)
  const remixes = await sql<LineagePost[]>`
    with recursive down as (
      select * from (
        select p.id, 1 as depth from posts p where p.remix_of = ${id} and ${canSeePost(sql, viewer)}
        order by p.id desc limit ${MAX_REMIXES + 1}) first
      union all
      select r.id, d.depth + 1 from down d cross join lateral (
        select p.id from posts p where p.remix_of = d.id and ${canSeePost(sql, viewer)} order by p.id desc limit ${MAX_REMIXES}) r
      where d.depth < ${MAX_DEPTH}
    ), page as (select id, depth from down limit ${MAX_REMIXES + 1})
    select ${columns(sql)} from page ${relatives(sql)} order by page.depth, p.id desc`
  return {
    post: toRelative(own),
    ancestors: visible.map(toRelative).reverse(),
    origin: originOf(visible.at(-1) ?? own, firstHidden !== -1),
    remixes: remixes.slice(0, MAX_REMIXES),
    hasMore: remixes.length > MAX_REMIXES,
  }
}

const originOf = ({ isRemix, remixOf }: Row, isHidden: boolean): Lineage['origin'] => {
  if (!isRemix) return null
  if (remixOf === null) return 'deleted'
  return isHidden ? 'private' : 'more'
}

const toRelative = ({ isRemix: _, isVisible: __, ...relative }: Row): LineagePost => relative

const relatives = (sql: AnySql): SqlFragment =>
  sql`join posts p on p.id = page.id ${joinMember(sql, sql`p.user_id`)} ${joinPostTopic(sql)}`

const columns = (sql: AnySql): SqlFragment => sql`
  p.id, p.title, p.type, p.score, p.is_private, p.private_id, p.seo_slug, p.created_at,
  (select source.id from posts source where source.id = p.remix_of and source.user_id is not null) as remix_of,
  ${topicJson(sql)} as topic,
  ${authorJson(sql)} as user`

const MAX_COUNTED = 100

/**
 * An SQL expression that counts the public remixes of the post `id` (an SQL expression). It stops counting at
 * 100, so 100 means 100 or more.
 */
export const remixCountColumn = (sql: AnySql, id: SqlFragment): SqlFragment => sql`
  (select count(*)::integer from (
    select from posts r where r.remix_of = ${id} and not r.is_private limit ${literal(sql, MAX_COUNTED)}) r)`
