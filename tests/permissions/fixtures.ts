import { randomBytes, randomUUID } from 'node:crypto'
import { type TokenScope, tokenScopes } from '#core/token-scopes.ts'
import { setAdmin } from '#features/identity/server/set-admin.ts'
import type { Database } from '#server/database/connect.ts'
import { seedApiToken, seedComment, seedPost, seedSession, seedTopic, seedUser } from '../support/builders.ts'

/**
 * The kinds of users, in the order of the table. `owner` owns the requested data; `member` requests public data that
 * someone else owns, and `other` private data that someone else owns; `demoted` was an admin when the session was
 * created and used. `topic moderator` looks after the topic of the fixtures.
 */
export const usersOfBrowsers = [
  'visitor',
  'incomplete',
  'member',
  'owner',
  'other',
  'muted',
  'admin',
  'demoted',
  'suspended',
  'topic moderator',
  'moderator',
] as const

/** All columns of the table. The last four send a token that has only this scope: the owner's, or an admin's. */
export const actors = [
  ...usersOfBrowsers,
  'read token',
  'private token',
  'write token',
  'admin token',
] as const
export type Actor = (typeof actors)[number]

/** Newly created rows, one of each kind, and the user who sends the requests. */
export type PermissionFixtures = Awaited<ReturnType<typeof seedPermissionFixtures>>

/** Returns the scope of an actor's token, or null for an actor with a session. */
const scopeOf = (actor: Actor): TokenScope | null =>
  tokenScopes.find((scope) => actor === `${scope} token`) ?? null

export const seedPermissionFixtures = async (database: Database, actor: Actor) => {
  const scope = scopeOf(actor)
  const topic = await seedTopic(database)
  const asking = await seedUser(database, {
    isAdmin: actor === 'admin' || actor === 'demoted' || scope === 'admin',
    isModerator: actor === 'moderator',
    moderatedTopics: actor === 'topic moderator' ? [topic.id] : [],
    isMuted: actor === 'muted',
    isSuspended: actor === 'suspended',
    profileCompleted: actor !== 'incomplete',
  })
  const owner = actor === 'owner' || (scope && scope !== 'admin') ? asking : await seedUser(database)
  const isPrivate = actor === 'other'
  const post = await seedPost(database, { by: owner, isPrivate, ...(isPrivate ? {} : { topic }) })
  const secret = await seedPost(database, { by: owner, isPrivate: true })
  const comment = await seedComment(database, { on: post, by: owner })
  return {
    database,
    headers: await createHeaders(database, actor, asking),
    asking,
    owner,
    topic,
    post,
    secret,
    comment,
    unique: randomUUID().slice(0, 8),
    sent: await whatIsSent(database, owner, post, asking),
    demote: () => setAdmin(database.sql, asking.username, false),
  }
}

const createHeaders = async (
  database: Database,
  actor: Actor,
  asking: Id,
): Promise<Record<string, string>> => {
  const scope = scopeOf(actor)
  if (scope) return seedApiToken(database, asking, [scope])
  return actor === 'visitor' ? {} : seedSession(database, asking)
}

type Id = { id: number }
type Sent = Record<
  'feedback' | 'ad' | 'contact' | 'request' | 'log' | 'removal' | 'notification' | 'act' | 'session',
  number
>

const whatIsSent = async ({ sql }: Database, { id }: Id, post: Id, asking: Id) => {
  const [row] = await sql<Sent[]>`
    with feedback as (insert into feedback (content, user_id) values ('Words', ${id}) returning id),
      ad as (insert into ad_requests (name, email, user_id) values ('Acme', 'a@b.co', ${id}) returning id),
      contact as (
        insert into contact_messages (name, email, content) values ('', 'a@b.co', 'Hello') returning id),
      request as (
        insert into topic_requests (name, description, user_id) values ('Wish', 'x', ${id}) returning id),
      log as (
        insert into prompt_optimization_logs (user_id, original_prompt, optimized_prompt)
        values (${id}, 'a', 'b') returning id),
      removal as (
        insert into moderation_notices (user_id, kind, excerpt, reason) values (${id}, 'post', 'T', 'Why') returning id),
      notification as (
        insert into notifications (user_id, type, post_id, from_user_id)
        values (${id}, 'upvote', ${post.id}, ${id}) returning id),
      act as (
        insert into audit_events (admin_id, admin_name, action, target_name)
        values (${asking.id}, 'Admin', 'mark-hot', 'Topic') returning id),
      session as (
        insert into sessions (token_hash, user_id) values (${randomBytes(32)}, ${id}) returning id)
    select feedback.id as feedback, ad.id as ad, contact.id as contact, request.id as request, log.id as log, removal.id as removal,
      notification.id as notification, act.id as act, session.id as session
    from feedback, ad, contact, request, log, removal, notification, act, session`
  if (!row) throw new Error('Nothing was sent')
  return row
}
