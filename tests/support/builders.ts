import { randomBytes, randomUUID } from 'node:crypto'
import { pick } from '#core/pick.ts'
import { toTopicSlug } from '#core/slugs.ts'
import { countCharacters } from '#core/text.ts'
import type { TokenScope } from '#core/token-scopes.ts'
import type { TrustLevel } from '#core/trust.ts'
import { encryptSecret } from '#features/identity/server/second-factors/encrypt-secret.ts'
import { getDefaultPostFields, type PostFields, postFieldNames } from '#features/posts/contract-fields.ts'
import { indexPosts } from '#features/search/server/index-query.ts'
import { getSecretContext } from '#features/webhooks/server/send-delivery.ts'
import { createWebhookSecret } from '#features/webhooks/server/sign-message.ts'
import type { Database } from '#server/database/connect.ts'
import { createBearerToken, hashBearerToken } from '#server/session/bearer-tokens.ts'
import { hashSessionToken } from '#server/session/session-cookie.ts'

type Row = { id: number }
const unique = () => randomBytes(6).toString('hex')

const only = <T>(rows: readonly T[]): T => {
  const [row] = rows
  if (row === undefined) throw new Error('Nothing was inserted')
  return row
}

type UserFields = {
  username: string
  isAdmin: boolean
  isModerator: boolean
  /** The ids of the topics that the member looks after. */
  moderatedTopics: readonly number[]
  isMuted: boolean
  isSuspended: boolean
  trustLevel: TrustLevel
  email: string
  profileCompleted: boolean
}

/** Creates a member, by default with a completed profile. */
export const seedUser = async ({ sql }: Database, fields: Partial<UserFields> = {}) => {
  const {
    username = `user${unique()}`.slice(0, 20),
    isAdmin = false,
    isModerator = false,
    moderatedTopics = [],
    isMuted = false,
    isSuspended = false,
    trustLevel = 'member',
    email = 'secret@example.org',
    profileCompleted = true,
  } = fields
  const row = only(
    await sql<Row[]>`
    insert into users (username, google_id, email, is_admin, is_moderator, moderated_topics, is_muted, is_suspended, trust_level, profile_completed)
    values (${username}, ${`test:${unique()}`}, ${email}, ${isAdmin}, ${isModerator}, ${[...moderatedTopics]}::integer[], ${isMuted},
      ${isSuspended}, ${trustLevel}, ${profileCompleted}) returning id`,
  )
  return { ...row, username }
}

/** Creates an account that waits for approval and has answered the operator's question. */
export const seedWaitingUser = async (database: Database, fields: Partial<UserFields> = {}) => {
  const user = await seedUser(database, { ...fields, profileCompleted: false })
  await database.sql`
    insert into sign_up_requests (user_id, answer, answered_at) values (${user.id}, 'I write prompts', now())`
  return user
}

export const seedTopic = async ({ sql }: Database, fields: { name?: string; isHot?: boolean } = {}) => {
  const { name = `Topic ${unique()}`, isHot = false } = fields
  const row = only(
    await sql<Row[]>`
    insert into topics (name, slug, description, is_hot) values (${name}, ${toTopicSlug(name)}, 'About it', ${isHot})
    returning id`,
  )
  return { ...row, name, slug: toTopicSlug(name) }
}

type PostOptions = PostFields & {
  by: Row
  topic: Row | null
  score: number
  createdAt: Date
  isPrivate: boolean
}

/** Creates and indexes a post, by default a public one by a new author. */
export const seedPost = async (database: Database, fields: Partial<PostOptions> = {}) => {
  const { sql } = database
  const by = fields.by ?? (await seedUser(database))
  const isPrivate = fields.isPrivate ?? false
  const privateId = isPrivate ? randomBytes(16).toString('base64url') : null
  const seoSlug = `post-${unique()}`
  const texts = { title: 'A title', description: 'A description', prompt: 'Say something useful.' }
  const post = pick({ ...getDefaultPostFields(), ...texts, ...fields }, postFieldNames)
  const row = only(
    await sql<Row[]>`
    insert into posts ${sql({
      ...post,
      promptLength: countCharacters(post.prompt),
      userId: by.id,
      topicId: fields.topic?.id ?? null,
      score: fields.score ?? 0,
      createdAt: fields.createdAt ?? new Date(),
      isPrivate,
      privateId,
      seoSlug,
    })} returning id`,
  )
  await indexPosts(sql, [row.id], true)
  return { ...row, seoSlug, privateId, by }
}

/** Stores the current state of a post as one of its versions. */
export const seedVersion = ({ sql }: Database, { id }: Row, number: number) => sql`
  insert into post_versions (post_id, number, user_id, fields)
  select id, ${number}, user_id, json_build_object(
    'title', title, 'description', description, 'prompt', prompt, 'type', type, 'models', models, 'exampleFiles', example_files)
  from posts where id = ${id} on conflict do nothing`

/** Suggests a new title for a post, and returns the id of the suggested edit. */
export const seedSuggestedEdit = async ({ sql }: Database, { id }: Row, by: Row): Promise<number> => {
  const rows = await sql<Row[]>`
    insert into suggested_edits (post_id, user_id, reason, before, after)
    select id, ${by.id}, 'Says more', json_build_object('title', title), '{"title": "A better title"}'
    from posts where id = ${id} returning id`
  return only(rows).id
}

/** Creates a collection with at most one post; returns the id in its link. */
export const seedCollection = async (
  { sql }: Database,
  by: Row,
  visibility: 'private' | 'link' | 'public' = 'private',
  post?: Row,
): Promise<string> => {
  const linkId = randomBytes(16).toString('base64url')
  await sql`
    with collection as (
      insert into collections (link_id, user_id, title, visibility)
      values (${linkId}, ${by.id}, 'Best of', ${visibility}) returning id
    )
    insert into collection_items (collection_id, post_id, position)
    select id, ${post?.id ?? null}, 1 from collection where ${post !== undefined}`
  return linkId
}

/** Creates a draft that is complete unless `fields` override that; returns its public id. */
export const seedDraft = async ({ sql }: Database, by: Row, fields: object = {}): Promise<string> => {
  const key = randomUUID()
  const complete = {
    ...getDefaultPostFields(),
    title: 'Haiku',
    description: 'About rain',
    prompt: `Write ${key}`,
  }
  await sql`
    insert into drafts (user_id, key, fields) values (${by.id}, ${key},
      ${JSON.stringify({ ...complete, topicId: null, isPrivate: false, ...fields })}::text::jsonb)`
  return key
}

/** Creates a finished upload whose file does not exist; returns its id. */
export const seedUpload = async ({ sql }: Database, by: Row): Promise<string> => {
  const rows = await sql<{ id: string }[]>`
    insert into uploads (user_id, type, size, url) values (${by.id}, 'image/png', 9, '/media/x.png') returning id`
  return only(rows).id
}

export const seedComment = async (
  database: Database,
  fields: { on: Row; by?: Row; parent?: Row; content?: string; score?: number },
) => {
  const by = fields.by ?? (await seedUser(database))
  const row = only(
    await database.sql<Row[]>`
    insert into comments (post_id, user_id, parent_id, content, score)
    values (${fields.on.id}, ${by.id}, ${fields.parent?.id ?? null}, ${fields.content ?? 'A comment'}, ${fields.score ?? 0})
    returning id`,
  )
  await database.sql`update posts set comment_count = comment_count + 1 where id = ${fields.on.id}`
  return row
}

/** Creates a session; returns the headers that the signed-in browser sends. */
export const seedSession = async ({ sql }: Database, of: Row) => {
  const token = randomBytes(24).toString('base64url')
  await sql`insert into sessions (token_hash, user_id) values (${hashSessionToken(token)}, ${of.id})`
  return { cookie: `session=${token}`, origin: 'http://localhost:3000' }
}

/** Creates an API token of a member; returns the headers of a request with it. */
export const seedApiToken = async ({ sql }: Database, of: Row, scopes: readonly TokenScope[]) => {
  const token = createBearerToken()
  await sql`
    insert into api_tokens (user_id, token_hash, prefix, name, scopes)
    values (${of.id}, ${hashBearerToken(token)}, ${token.slice(0, 9)}, 'Test', ${[...scopes]}::text[])`
  return { authorization: `Bearer ${token}` }
}

/** Creates a program that has registered, and connects it to a member if one is given; returns its id. */
export const seedApplication = async ({ sql }: Database, of?: Row): Promise<number> => {
  const name = `app_${randomUUID()}`
  const [application] = await sql<{ id: number }[]>`
    insert into applications (client_id, name, host, registration) values (${name}, ${name}, 'localhost', '{}')
    returning id`
  const id = application?.id ?? 0
  if (of)
    await sql`
      insert into application_connections (user_id, application_id, scopes) values (${of.id}, ${id}, '{read}')`
  return id
}

/** Stores a webhook of a member with one message in its log. Its address is one that the site does not call. */
export const seedWebhook = async ({ sql }: Database, of: Row) => {
  const owner = { userId: of.id, topicId: null } as const
  const secret = await encryptSecret(sql, getSecretContext(owner), createWebhookSecret())
  const row = only(
    await sql<Row[]>`
      insert into webhooks (user_id, url, kinds, secret)
      values (${of.id}, 'https://127.0.0.1/hook', ${['post.published']}::text[], ${secret}) returning id`,
  )
  const delivery = only(
    await sql<Row[]>`
      insert into webhook_deliveries (webhook_id, kind, state) values (${row.id}, 'webhook.test', 'failed') returning id`,
  )
  return { ...row, deliveryId: delivery.id }
}

/** Creates a failed job that will not be retried automatically; returns its id. */
export const seedFailedJob = async ({ sql }: Database): Promise<string> => {
  await sql`select jobs.create_queue('failing', '{"policy": "standard"}')`
  const [job] = await sql<{ id: string }[]>`
    insert into jobs.job (name, policy, state, completed_on) values ('failing', 'standard', 'failed', now()) returning id`
  return job?.id ?? ''
}

/** Creates a member with an account at the embedded provider whose password is unknown. */
export const seedLocalUser = async (database: Database, email = `${unique()}@example.org`) => {
  const { sql } = database
  const user = await seedUser(database, { email })
  const subject = `subject-${user.id}`
  await sql`insert into local_accounts (subject, email, password_hash) values (${subject}, ${email}, 'none')`
  await sql`update users set google_id = ${`local:${subject}`} where id = ${user.id}`
  return { ...user, subject, email }
}

/** Inserts a passkey for an account. No device has its private key, so it cannot be used to sign in. */
export const seedPasskey = ({ sql }: Database, subject: string) => sql`
  insert into passkeys (subject, credential_id, public_key, counter, transports, name)
  values (${subject}, ${`credential-${unique()}`}, '', 0, '{}', 'Laptop')`
