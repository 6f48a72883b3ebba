import { holds } from '#features/audit/server/acts-query.ts'
import type { AdRequestRow, FeedbackRow, TopicRequestRow } from '#features/moderation/contract-inbox.ts'
import type { AnySql, Fragment } from '#server/database/connect.ts'

type Page = { q: string; limit: number; offset: number }
type Read<T> = Omit<T, 'createdAt'> & { createdAt: Date }

const sender = (sql: AnySql): Fragment => sql`json_build_object('id', u.id, 'username', u.username) as user`

/** Where one of these columns, or the sender's name, holds the words. */
const matching = (sql: AnySql, q: string, ...columns: Fragment[]): Fragment =>
  q
    ? [...columns, sql`u.username`]
        .map((column) => holds(sql, column, q))
        .reduce((all, one) => sql`${all} or ${one}`)
    : sql`true`

export const listTopicRequestRows = (sql: AnySql, { q, limit, offset }: Page) => sql<Read<TopicRequestRow>[]>`
  select r.id, r.name, r.description, r.status, r.created_at, ${sender(sql)}
  from topic_requests r join users u on u.id = r.user_id
  where ${matching(sql, q, sql`r.name`, sql`r.description`)}
  order by r.id desc limit ${limit} offset ${offset}`

export const listFeedbackRows = (sql: AnySql, { q, limit, offset }: Page) => sql<Read<FeedbackRow>[]>`
  select f.id, f.content, f.created_at, ${sender(sql)} from feedback f join users u on u.id = f.user_id
  where ${matching(sql, q, sql`f.content`)}
  order by f.id desc limit ${limit} offset ${offset}`

export const listAdRequestRows = (sql: AnySql, { q, limit, offset }: Page) => sql<Read<AdRequestRow>[]>`
  select a.id, a.name, a.email, a.created_at, ${sender(sql)} from ad_requests a join users u on u.id = a.user_id
  where ${matching(sql, q, sql`a.name`, sql`a.email`)}
  order by a.id desc limit ${limit} offset ${offset}`

/** Of two admins at once one deletes; the other gets null. */
export const takeTopicRequest = async (sql: AnySql, id: number) => {
  const [row] = await sql<{ name: string; description: string; userId: number }[]>`
    delete from topic_requests where id = ${id} returning name, description, user_id`
  return row ?? null
}

export const takeFeedback = async (sql: AnySql, id: number) => {
  const [row] = await sql<{ content: string; userId: number }[]>`
    delete from feedback where id = ${id} returning content, user_id`
  return row ?? null
}

export const takeAdRequest = async (sql: AnySql, id: number) => {
  const [row] = await sql<{ name: string; email: string; userId: number }[]>`
    delete from ad_requests where id = ${id} returning name, email, user_id`
  return row ?? null
}
