import type { Member } from '#core/viewer.ts'
import { isMuted } from '#features/members/server/standing-query.ts'
import { canSeePost } from '#features/posts/server/visibility-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { WebhookDelivery } from '../contract.ts'
import {
  DELIVERIES_PER_PAGE,
  LOG_DAYS,
  MAX_FAILING_DAYS,
  MAX_LOGGED_DELIVERIES,
  TEST_KIND,
} from '../contract-values.ts'
import { isManagedBy, type WebhookOwner } from './store.ts'

const columns = (sql: AnySql): SqlFragment => sql`
  d.id, d.message_id, d.kind, d.post_id, d.state, d.attempts, d.status, d.error, d.duration_ms, d.created_at, d.attempted_at,
  case when d.state = 'pending' then d.next_attempt_at end as next_attempt_at`

const fromManaged = (sql: AnySql, member: Member, webhookId: number): SqlFragment => sql`
  from webhook_deliveries d where d.webhook_id = (
    select id from webhooks where id = ${webhookId} and ${isManagedBy(sql, member)})`

export const selectDeliveries = (sql: AnySql, member: Member, webhookId: number, after: number | undefined) =>
  sql<WebhookDelivery[]>`
    select ${columns(sql)} ${fromManaged(sql, member, webhookId)} ${after === undefined ? sql`` : sql`and d.id < ${after}`}
    order by d.id desc limit ${DELIVERIES_PER_PAGE}`

export const selectDelivery = async (
  sql: AnySql,
  member: Member,
  webhookId: number,
  id: number,
): Promise<WebhookDelivery | null> => {
  const [row] = await sql<WebhookDelivery[]>`
    select ${columns(sql)} ${fromManaged(sql, member, webhookId)} and d.id = ${id}`
  return row ?? null
}

/** Adds the message that tests a webhook. Returns its id. */
export const insertTestDelivery = async (sql: AnySql, webhookId: number): Promise<number> => {
  const [row] = await sql<{ id: number }[]>`
    insert into webhook_deliveries (webhook_id, kind) values (${webhookId}, ${TEST_KIND}) returning id`
  return row?.id ?? 0
}

/** Sends a message once more, whatever became of it. Returns false if the webhook has no such message. */
export const requeueDelivery = async (sql: AnySql, webhookId: number, id: number): Promise<boolean> => {
  const { count } = await sql`
    update webhook_deliveries set state = 'pending', attempts = 0, next_attempt_at = now()
    where id = ${id} and webhook_id = ${webhookId}`
  return count > 0
}

/** A message that this process may send until its claim ends, together with what its webhook needs for it. */
export type ClaimedDelivery = Pick<
  WebhookDelivery,
  'id' | 'messageId' | 'kind' | 'postId' | 'attempts' | 'createdAt'
> & {
  webhookId: number
  revision: number | null
  subjectId: number | null
  url: string
  /** The name or address of the receiver, without the port. */
  host: string
  secret: Buffer
  /** Null unless it is still valid. */
  previousSecret: Buffer | null
  owner: WebhookOwner
  /** False if the owner may not receive it any more, or if what it is about is not public now. */
  isAllowed: boolean
}

type ClaimRow = Omit<ClaimedDelivery, 'owner'> & { userId: number | null; topicId: number | null }

type ClaimOptions = {
  /** Of which webhooks: those that were fast the last time, or the others. */
  isSlow?: boolean
  /** Not of these webhooks. */
  except?: readonly number[]
  /** Not for these hosts. */
  exceptHosts?: readonly string[]
  /** Only this message. */
  only?: number
  max: number
  claimSeconds: number
}

/**
 * Claims the oldest messages that are due, at most `max`, and one for a host. A webhook with a claimed message is left
 * out, so that it never gets two messages at a time and never holds more than one place.
 */
export const claimDeliveries = async (
  sql: AnySql,
  { isSlow, except = [], exceptHosts = [], only, max, claimSeconds }: ClaimOptions,
): Promise<ClaimedDelivery[]> => {
  const rows = await sql<ClaimRow[]>`
    with candidates as materialized (
      select w.id, ${hostOf(sql)} as host, next.id as delivery_id, next.next_attempt_at,
        row_number() over (partition by ${hostOf(sql)} order by next.next_attempt_at, w.id) as place
      from webhooks w cross join lateral (
        select id, next_attempt_at from webhook_deliveries
        where webhook_id = w.id and state = 'pending' and next_attempt_at <= now() ${only === undefined ? sql`` : sql`and id = ${only}`}
        order by next_attempt_at, id limit 1) next
      where ${isFree(sql)} ${isSlow === undefined ? sql`` : sql`and w.is_slow = ${isSlow}`}
        and w.id <> all(${[...except]}::integer[])
    ), due as materialized (
      select w.id, c.delivery_id, c.host from candidates c join webhooks w on w.id = c.id
      where c.place = 1 and c.host <> all(${[...exceptHosts]}::text[]) and ${isFree(sql)}
      order by c.next_attempt_at, c.id limit ${max}
      for no key update of w skip locked
    ), w as (
      update webhooks set claimed_until = now() + ${claimSeconds}::integer * interval '1 second'
      from due where webhooks.id = due.id returning webhooks.*, due.delivery_id, due.host
    )
    select d.id, d.message_id, d.kind, d.post_id, d.revision, d.subject_id, d.attempts, d.created_at, d.webhook_id, w.url, w.host,
      w.secret, case when w.previous_secret_until > now() then w.previous_secret end as previous_secret, w.user_id, w.topic_id,
      ${isAllowed(sql)} as is_allowed
    from w join webhook_deliveries d on d.id = w.delivery_id`
  return rows.map(({ userId, topicId, ...claimed }) => ({
    ...claimed,
    owner: { userId, topicId } as WebhookOwner,
  }))
}

/** An SQL condition that a webhook `w` can be claimed. It is repeated under the lock. */
const isFree = (sql: AnySql): SqlFragment =>
  sql`w.state = 'active' and coalesce(w.claimed_until <= now(), true)`

/** The receiver of a webhook `w` as SQL. All IPv6 addresses without a name count as one. */
const hostOf = (sql: AnySql): SqlFragment =>
  sql`coalesce(lower(substring(w.url from '^[^:]+://([^/?#:]+)')), w.url)`

/** An SQL condition that a webhook `w` may still be told of a delivery `d`: only of what everybody can read. */
const isAllowed = (sql: AnySql): SqlFragment => sql`
  ((w.user_id is null or exists (select from users u where u.id = w.user_id and u.profile_completed and not ${isMuted(sql, sql`u`)}))
  and (d.kind in (${TEST_KIND}, 'post.removed') or exists (
    select from posts p where p.id = d.post_id and ${canSeePost(sql, null)}
      and (p.user_id = w.user_id or p.topic_id = w.topic_id)))
  and case d.kind
    when 'comment.created' then exists (select from comments c where c.id = d.subject_id and not c.is_deleted)
    when 'suggested_edit.created' then exists (select from suggested_edits e where e.id = d.subject_id)
    when 'result.reported' then exists (select from post_results r where r.id = d.subject_id)
    else true end)`

type Attempt = Pick<ClaimedDelivery, 'id' | 'webhookId'> & {
  status: number | null
  error: string | null
  durationMs: number
}

const updateAttempt = (
  sql: AnySql,
  { id, status, error, durationMs }: Attempt,
  outcome: SqlFragment,
): SqlFragment => sql`
  update webhook_deliveries set attempts = attempts + 1, status = ${status}::integer, error = ${error}::text,
    duration_ms = ${durationMs}::integer, attempted_at = now(), ${outcome}
  where id = ${id} and state = 'pending'`

/** Records that a message was received. `isSlow` says that the response took long. */
export const recordSuccess = (sql: AnySql, attempt: Attempt & { isSlow: boolean }) => sql`
  with delivered as (${updateAttempt(sql, attempt, sql`state = 'delivered'`)})
  update webhooks set claimed_until = null, first_failed_at = null, is_slow = ${attempt.isSlow}
  where id = ${attempt.webhookId}`

type Failure = Attempt & {
  /** Null if the message is not tried again. */
  retryAfterSeconds: number | null
  /** The receiver has said that it is gone. */
  isGone: boolean
}

/**
 * Records that a message was not received, and switches the webhook off if nothing has been for days. Returns true if
 * this has switched it off.
 */
export const recordFailure = async (sql: AnySql, failure: Failure): Promise<boolean> => {
  const { webhookId, retryAfterSeconds, isGone } = failure
  const next =
    retryAfterSeconds === null
      ? sql`state = 'failed'`
      : sql`next_attempt_at = now() + ${retryAfterSeconds}::integer * interval '1 second'`
  const [row] = await sql<{ isDisabled: boolean }[]>`
    with failed as (${updateAttempt(sql, failure, next)}),
    before as (select id, state from webhooks where id = ${webhookId} for no key update)
    update webhooks w set claimed_until = null, is_slow = true, first_failed_at = coalesce(w.first_failed_at, now()),
      state = case
        when w.state = 'active'
          and (${isGone} or w.first_failed_at <= now() - ${MAX_FAILING_DAYS}::integer * interval '1 day') then 'disabled'
        else w.state end
    from before where w.id = before.id
    returning w.state = 'disabled' and before.state <> 'disabled' as is_disabled`
  return row?.isDisabled ?? false
}

/** Ends a message that may not be sent any more. */
export const dropDelivery = (
  sql: AnySql,
  { id, webhookId }: Pick<ClaimedDelivery, 'id' | 'webhookId'>,
) => sql`
  with dropped as (update webhook_deliveries set state = 'dropped' where id = ${id})
  update webhooks set claimed_until = null where id = ${webhookId}`

/** Returns whether there is any webhook that could have something to send. */
export const hasActiveWebhooks = async (sql: AnySql): Promise<boolean> => {
  const [row] = await sql<{ exists: boolean }[]>`select exists (select from webhooks where state = 'active')`
  return row?.exists ?? false
}

/** Deletes messages that are too old, or for which a webhook has too many newer ones. */
export const deleteOldDeliveries = (sql: AnySql, max: number) => sql`
  delete from webhook_deliveries where id = any(array(
    select old.id from webhooks w cross join lateral (
      (select id from webhook_deliveries where webhook_id = w.id order by id desc offset ${MAX_LOGGED_DELIVERIES} limit ${max})
      union
      (select id from webhook_deliveries where webhook_id = w.id and created_at < now() - ${LOG_DAYS}::integer * interval '1 day'
        order by id limit ${max})) old
    limit ${max}))`
