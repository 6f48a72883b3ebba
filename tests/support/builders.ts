import { randomBytes } from 'node:crypto'
import { topicSlug } from '#core/slugs.ts'
import { countCharacters } from '#core/text.ts'
import type { PostType } from '#features/catalogue/contract.ts'
import { indexPosts } from '#features/search/server/index-query.ts'
import type { Database } from '#server/database/connect.ts'
import { hashToken } from '#server/session/read-session.ts'

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
  isMuted: boolean
  email: string
  profileCompleted: boolean
}

/** A member who has completed the profile, unless said otherwise. */
export const aUser = async ({ sql }: Database, given: Partial<UserFields> = {}) => {
  const {
    username = `user${unique()}`.slice(0, 20),
    isAdmin = false,
    isMuted = false,
    email = 'secret@example.org',
    profileCompleted = true,
  } = given
  const row = only(
    await sql<Row[]>`
    insert into users (username, google_id, email, is_admin, is_muted, profile_completed)
    values (${username}, ${`test:${unique()}`}, ${email}, ${isAdmin}, ${isMuted}, ${profileCompleted}) returning id`,
  )
  return { ...row, username }
}

export const aTopic = async ({ sql }: Database, given: { name?: string; isHot?: boolean } = {}) => {
  const { name = `Topic ${unique()}`, isHot = false } = given
  const row = only(
    await sql<Row[]>`
    insert into topics (name, slug, description, is_hot) values (${name}, ${topicSlug(name)}, 'About it', ${isHot})
    returning id`,
  )
  return { ...row, name, slug: topicSlug(name) }
}

type PostFields = {
  by: Row
  topic: Row | null
  title: string
  description: string
  prompt: string
  type: PostType
  models: string[]
  score: number
  createdAt: Date
  isPrivate: boolean
}

/** A post with its author; public unless said otherwise, and found by search like any other. */
export const aPost = async (database: Database, given: Partial<PostFields> = {}) => {
  const { sql } = database
  const by = given.by ?? (await aUser(database))
  const isPrivate = given.isPrivate ?? false
  const privateId = isPrivate ? randomBytes(16).toString('base64url') : null
  const prompt = given.prompt ?? 'Say something useful.'
  const seoSlug = `post-${unique()}`
  const row = only(
    await sql<Row[]>`
    insert into posts (user_id, topic_id, title, description, prompt, prompt_length, type, models, score, created_at,
      is_private, private_id, seo_slug)
    values (${by.id}, ${given.topic?.id ?? null}, ${given.title ?? 'A title'}, ${given.description ?? 'A description'},
      ${prompt}, ${countCharacters(prompt)}, ${given.type ?? 'Text'}, ${given.models ?? []}, ${given.score ?? 0},
      ${given.createdAt ?? new Date()}, ${isPrivate}, ${privateId}, ${seoSlug}) returning id`,
  )
  await indexPosts(sql, [row.id], true)
  return { ...row, seoSlug, privateId, by }
}

export const aComment = async (
  database: Database,
  given: { on: Row; by?: Row; parent?: Row; content?: string; score?: number },
) => {
  const by = given.by ?? (await aUser(database))
  const row = only(
    await database.sql<Row[]>`
    insert into comments (post_id, user_id, parent_id, content, score)
    values (${given.on.id}, ${by.id}, ${given.parent?.id ?? null}, ${given.content ?? 'A comment'}, ${given.score ?? 0})
    returning id`,
  )
  await database.sql`update posts set comment_count = comment_count + 1 where id = ${given.on.id}`
  return row
}

/** What a signed-in member's browser sends along. */
export const aSession = async ({ sql }: Database, of: Row) => {
  const token = randomBytes(24).toString('base64url')
  await sql`insert into sessions (token_hash, user_id) values (${hashToken(token)}, ${of.id})`
  return { cookie: `session=${token}`, origin: 'http://localhost:3000' }
}
