import type { AnySql } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { AdRequestFields, ContactMessageFields, TopicRequestFields } from '../contract-form.ts'

/**
 * Stores a topic request. Returns null if the member has already requested a topic with this name. The caller must have
 * locked the member, here and below.
 */
export const insertTopicRequest = async (
  sql: AnySql,
  userId: number,
  { name, description }: TopicRequestFields,
): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`
    insert into topic_requests (name, description, user_id)
    select ${name}, ${description}, ${userId}
    where not exists (select from topic_requests where user_id = ${userId} and lower(name) = lower(${name}))
    returning id`
  return row?.id ?? null
}

/**
 * Stores an ad request. Repeating the same content within a minute counts as a retry and returns the id of the first
 * request; repeating it within a day is rejected and returns null.
 */
export const insertAdRequest = async (
  sql: AnySql,
  userId: number,
  { name, email }: AdRequestFields,
): Promise<number | null> => {
  const [row] = await sql<{ id: number | null }[]>`
    with existing as (
      select case when created_at > now() - interval '1 minute' then id end as id from ad_requests
      where user_id = ${userId} and name = ${name} and email = ${email} and created_at > now() - interval '1 day'
      order by ad_requests.id desc limit 1
    ), inserted as (
      insert into ad_requests (name, email, user_id)
      select ${name}, ${email}, ${userId} where not exists (select from existing) returning id
    )
    select id from existing union all select id from inserted`
  if (!row) throw new Error('The request was not stored')
  return row.id
}

/**
 * Stores feedback. Repeating the same text within a minute counts as a retry and returns the id of the first feedback;
 * repeating it within a day is rejected and returns null.
 */
export const insertFeedback = async (
  sql: AnySql,
  userId: number,
  content: string,
): Promise<number | null> => {
  const [row] = await sql<{ id: number | null }[]>`
    with existing as (
      select case when created_at > now() - interval '1 minute' then id end as id from feedback
      where user_id = ${userId} and content = ${content} and created_at > now() - interval '1 day'
      order by feedback.id desc limit 1
    ), inserted as (
      insert into feedback (content, user_id) select ${content}, ${userId} where not exists (select from existing)
      returning id
    )
    select id from existing union all select id from inserted`
  if (!row) throw new Error('Feedback was not stored')
  return row.id
}

/** Lets one message of an address at a time be compared with earlier ones. The lock ends with the transaction. */
export const lockContactSender = (tx: AnySql, email: string) =>
  tx`select pg_advisory_xact_lock(hashtextextended('contact message ' || ${email}::text, 0))`

/**
 * Stores a message to the people who run the site. Repeating it within a minute counts as a retry and returns the id of
 * the first one; repeating it within a day is rejected and returns null. The caller must have locked the sender.
 */
export const insertContactMessage = async (
  sql: AnySql,
  userId: number | null,
  { name, email, content }: ContactMessageFields,
): Promise<number | null> => {
  const [row] = await sql<{ id: number | null }[]>`
    with existing as (
      select case when created_at > now() - interval '1 minute' then id end as id from contact_messages
      where email = ${email} and content = ${content} and created_at > now() - interval '1 day'
      order by contact_messages.id desc limit 1
    ), inserted as (
      insert into contact_messages (user_id, name, email, content)
      select ${userId}, ${name}, ${email}, ${content} where not exists (select from existing) returning id
    )
    select id from existing union all select id from inserted`
  if (!row) throw new Error('The message was not stored')
  return row.id
}

export const contactMessageExport = defineExportSection(
  'contactMessages',
  (sql, user, after) => sql`
    select id, name, email, content, answer, answered_at, created_at from contact_messages
    where user_id = ${user} and id > ${after}`,
)

export const feedbackExport = defineExportSection(
  'feedback',
  (sql, user, after) => sql`
    select id, content, created_at from feedback where user_id = ${user} and id > ${after}`,
)

export const adRequestExport = defineExportSection(
  'adRequests',
  (sql, user, after) => sql`
    select id, name, email, created_at from ad_requests where user_id = ${user} and id > ${after}`,
)

export const topicRequestExport = defineExportSection(
  'topicRequests',
  (sql, user, after) => sql`
    select id, name, description, status, created_at from topic_requests where user_id = ${user} and id > ${after}`,
)
