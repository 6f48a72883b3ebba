import type { timeSorts } from '#core/query-schemas.ts'
import { joinMember, senderById, senderJson } from '#features/members/server/profile-query.ts'
import { waitingAccountsCount } from '#features/members/server/sign-up-requests-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { containsLowercaseText } from '#server/database/contains-text.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { AdRequestRow, ContactMessageRow, FeedbackRow, TopicRequestRow } from '../contract.ts'

type Page = { q: string; sort: (typeof timeSorts)[number]; limit: number; offset: number }

/**
 * Selects only the ids of a page and then reads the complete rows so that the rows of earlier
 * pages are never read. The search also covers the sender's username, which the column `words` contains.
 */
const idPage = (sql: AnySql, from: SqlFragment, { q, sort, limit, offset }: Page): SqlFragment => sql`
  (select id as page_id ${from} ${matchingItems(sql, q)}
    order by id ${direction(sql, sort)} limit ${limit} offset ${offset}) idPage`

const matchingItems = (sql: AnySql, q: string): SqlFragment =>
  q ? sql`where ${containsLowercaseText(sql, sql`words`, q)}` : sql``

const direction = (sql: AnySql, sort: Page['sort']): SqlFragment => (sort === 'oldest' ? sql`` : sql`desc`)

export const countTopicRequestRows = (sql: AnySql, q: string) =>
  countRows(sql, sql`select from topic_requests ${matchingItems(sql, q)}`)

export const countFeedbackRows = (sql: AnySql, q: string) =>
  countRows(sql, sql`select from feedback ${matchingItems(sql, q)}`)

export const countAdRequestRows = (sql: AnySql, q: string) =>
  countRows(sql, sql`select from ad_requests ${matchingItems(sql, q)}`)

export const countContactMessageRows = (sql: AnySql, q: string) =>
  countRows(sql, sql`select from contact_messages ${matchingItems(sql, q)}`)

export const selectTopicRequestRows = (sql: AnySql, page: Page) => sql<TopicRequestRow[]>`
  select r.id, r.name, r.description, r.status, r.created_at, r.user_id, ${senderJson(sql)} as user
  from ${idPage(sql, sql`from topic_requests`, page)} join topic_requests r on r.id = page_id ${joinMember(sql, sql`r.user_id`)}
  order by r.id ${direction(sql, page.sort)}`

export const selectFeedbackRows = (sql: AnySql, page: Page) => sql<FeedbackRow[]>`
  select f.id, f.content, f.created_at, f.user_id, ${senderJson(sql)} as user
  from ${idPage(sql, sql`from feedback`, page)} join feedback f on f.id = page_id ${joinMember(sql, sql`f.user_id`)}
  order by f.id ${direction(sql, page.sort)}`

export const selectAdRequestRows = (sql: AnySql, page: Page) => sql<AdRequestRow[]>`
  select a.id, a.name, a.email, a.created_at, a.user_id, ${senderJson(sql)} as user
  from ${idPage(sql, sql`from ad_requests`, page)} join ad_requests a on a.id = page_id ${joinMember(sql, sql`a.user_id`)}
  order by a.id ${direction(sql, page.sort)}`

export const selectContactMessageRows = (sql: AnySql, page: Page) => sql<ContactMessageRow[]>`
  select m.id, m.name, m.email, m.content, m.created_at, m.answer, m.answered_at,
    ${senderById(sql, sql`m.user_id`)} as user, ${senderById(sql, sql`m.answered_by`)} as answered_by
  from ${idPage(sql, sql`from contact_messages`, page)} join contact_messages m on m.id = page_id
  order by m.id ${direction(sql, page.sort)}`

type InboxCounts = { requests: number; feedback: number; ads: number; contact: number; approvals: number }

/**
 * Counts the items that are waiting for an admin. The count of each kind stops at `max`, so a full inbox
 * takes no longer to count.
 */
export const countInboxItems = async (sql: AnySql, max: number): Promise<InboxCounts> => {
  const count = (table: SqlFragment) =>
    sql`(select count(*)::integer from (select from ${table} limit ${max}) rows)`
  const [row] = await sql<InboxCounts[]>`
    select ${count(sql`topic_requests`)} as requests, ${count(sql`feedback`)} as feedback,
      ${count(sql`ad_requests`)} as ads, ${count(sql`contact_messages where answered_at is null`)} as contact,
      ${waitingAccountsCount(sql, max)} as approvals`
  return row ?? { requests: 0, feedback: 0, ads: 0, contact: 0, approvals: 0 }
}

/** Deletes a topic request and returns it. If two admins delete it simultaneously, one of them gets null. */
export const deleteTopicRequest = async (sql: AnySql, id: number) => {
  const [row] = await sql<{ name: string; description: string; userId: number }[]>`
    delete from topic_requests where id = ${id} returning name, description, user_id`
  return row ?? null
}

export const deleteFeedbackRow = async (sql: AnySql, id: number) => {
  const [row] = await sql<{ content: string; userId: number }[]>`
    delete from feedback where id = ${id} returning content, user_id`
  return row ?? null
}

export const deleteAdRequestRow = async (sql: AnySql, id: number) => {
  const [row] = await sql<{ name: string; email: string; userId: number }[]>`
    delete from ad_requests where id = ${id} returning name, email, user_id`
  return row ?? null
}

export const deleteContactMessageRow = async (sql: AnySql, id: number) => {
  const [row] = await sql<{ name: string; email: string; content: string; userId: number | null }[]>`
    delete from contact_messages where id = ${id} returning name, email, content, user_id`
  return row ?? null
}

/** The number of days for which answered messages are kept, with the address of whoever wrote them. */
export const CONTACT_ANSWER_DAYS = 365

export const deleteOldAnsweredMessages = (sql: AnySql, max: number) => sql`
  delete from contact_messages where id = any(array(
    select id from contact_messages
    where answered_at < now() - ${CONTACT_ANSWER_DAYS}::integer * interval '1 day' order by id limit ${max}))`

/** Returns a message, locked, or null if it no longer exists. */
export const lockContactMessage = async (sql: AnySql, id: number) => {
  const [row] = await sql<{ name: string; email: string; isAnswered: boolean }[]>`
    select name, email, answer is not null as is_answered from contact_messages where id = ${id} for update`
  return row ?? null
}

export const updateContactAnswer = (sql: AnySql, id: number, adminId: number, answer: string) => sql`
  update contact_messages set answer = ${answer}, answered_by = ${adminId}, answered_at = now() where id = ${id}`

/** Returns an answered message for the mail that contains the answer. */
export const selectContactAnswer = async (sql: AnySql, id: number) => {
  const [row] = await sql<{ email: string; content: string; answer: string; createdAt: Date }[]>`
    select email, content, answer, created_at from contact_messages where id = ${id} and answer is not null`
  return row ?? null
}
