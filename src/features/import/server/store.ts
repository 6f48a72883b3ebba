import type { AnySql } from '#server/database/connect.ts'
import type { PostRecord } from '../contract.ts'

export type NewPost = {
  id: number
  key: string
  userId: number
  topicId: number | null
  createdAt: string
  isPrivate: boolean
  type: string
  privateId: string | null
  seoSlug: string
  title: string
  models: string[]
  exampleFiles: string[]
  description: string
  prompt: string
}

/** Rows are sent as one JSON text: a single parameter, however many there are. */
const rows = (values: readonly object[]) => JSON.stringify(values)

/**
 * Takes the lock that allows one import at a time. The lock belongs to the transaction, so it also works
 * through a connection pooler.
 */
export const tryImportLock = async (sql: AnySql): Promise<boolean> => {
  await disableTimeouts(sql)
  const [row] = await sql<{ isFree: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtext('prompt-collection import')) as is_free`
  return row?.isFree ?? false
}

/** Lifts the transaction's timeouts, which are meant for requests. */
export const disableTimeouts = (sql: AnySql) => sql`
  select set_config('idle_in_transaction_session_timeout', '0', true), set_config('statement_timeout', '0', true)`

/** Updates the planner's statistics after an import; searches are slow without them. */
export const analyzeTables = (sql: AnySql) =>
  sql`analyze posts, users, topics, post_search, search_words, imported_posts`

/**
 * Finds which of these posts exist already: by the row they were imported from, by slug and time, or by
 * private link.
 */
export const findKnownPosts = (
  sql: AnySql,
  keys: string[],
  exported: { seoSlug: string; createdAt: string; privateId: string | null }[],
) => sql<{ key: string | null; seoSlug: string | null; createdAt: Date | null; privateId: string | null }[]>`
  select encode(key, 'hex') as key, null as seo_slug, null::timestamptz as created_at, null as private_id
  from imported_posts where key in (select decode(k, 'hex') from unnest(${keys}::text[]) k)
  union all
  select null, seo_slug, created_at, null from posts
  where (seo_slug, created_at) in
    (select * from json_to_recordset(${rows(exported)}::text::json) as e("seoSlug" text, "createdAt" timestamptz))
  union all
  select null, null, null, private_id from posts
  where private_id = any(${exported.flatMap((post) => post.privateId ?? [])}::text[])`

export const findTakenSlugs = async (sql: AnySql, slugs: string[]): Promise<Set<string>> => {
  const found = await sql<{ seoSlug: string }[]>`
    select seo_slug from posts where seo_slug = any(${slugs}::text[])`
  return new Set(found.map((row) => row.seoSlug))
}

export const findTakenUsernames = async (sql: AnySql, usernames: string[]): Promise<Set<string>> => {
  const found = await sql<{ name: string }[]>`
    select lower(username) as name from users
    where lower(username) = any(${usernames.map((name) => name.toLowerCase())}::text[])`
  const taken = new Set(found.map((row) => row.name))
  return new Set(usernames.filter((name) => taken.has(name.toLowerCase())))
}

export const findAuthors = (sql: AnySql, googleIds: string[], usernames: string[]) =>
  sql<{ id: number; googleId: string; username: string }[]>`
    select id, google_id, username from users where google_id = any(${googleIds}::text[])
    union
    select id, google_id, username from users
    where lower(username) = any(${usernames.map((name) => name.toLowerCase())}::text[])`

export const insertAuthors = (sql: AnySql, authors: { googleId: string; username: string }[]) => sql`
  insert into users (google_id, username, profile_completed)
  select "googleId", username, true
  from json_to_recordset(${rows(authors)}::text::json) as a("googleId" text, username text)
  order by "googleId"`

export const insertTopics = (sql: AnySql, topics: { name: string; slug: string }[]) => sql`
  insert into topics (name, slug)
  select name, slug from json_to_recordset(${rows(topics)}::text::json) as t(name text, slug text)
  order by slug
  on conflict (slug) do nothing`

export const findTopics = (sql: AnySql, slugs: string[]) =>
  sql<{ id: number; slug: string }[]>`select id, slug from topics where slug = any(${slugs}::text[])`

export const reserveContentIds = async (sql: AnySql, count: number): Promise<number[]> => {
  const taken = await sql<{ id: number }[]>`
    select nextval('content_id_seq')::integer as id from generate_series(1, ${count}::integer)`
  return taken.map((row) => row.id)
}

export const insertPosts = (sql: AnySql, posts: NewPost[]) => sql`
  with new_posts as materialized (
    select * from json_to_recordset(${rows(posts)}::text::json) as p(
      id integer, key text, "userId" integer, "topicId" integer, "createdAt" timestamptz, "isPrivate" boolean,
      type text, "privateId" text, "seoSlug" text, title text, models text[], "exampleFiles" text[],
      description text, prompt text)
  ), imported as (
    insert into imported_posts (key, post_id) select decode(key, 'hex'), id from new_posts
  )
  insert into posts (id, user_id, topic_id, prompt_length, created_at, is_private, type, private_id, seo_slug,
    title, models, example_files, description, prompt)
  select id, "userId", "topicId", char_length(prompt), "createdAt", "isPrivate", type, "privateId", "seoSlug",
    title, models, "exampleFiles", description, prompt
  from new_posts order by id`

/** Adds the new posts to the counts of their authors and topics. Locks the rows in id order. */
export const incrementPostCounts = async (sql: AnySql, postIds: number[]): Promise<void> => {
  await sql`
    with added as (
      select user_id, count(*) filter (where not is_private) as open, count(*) filter (where is_private) as hidden
      from posts where id = any(${postIds}::integer[]) group by user_id
    ), locked as (
      select id from users where id in (select user_id from added) order by id for no key update
    )
    update users set post_count = post_count + open, private_posts = private_posts + hidden
    from added join locked on locked.id = added.user_id where users.id = added.user_id`
  await sql`
    with added as (
      select topic_id, count(*) as open from posts
      where id = any(${postIds}::integer[]) and topic_id is not null and not is_private group by topic_id
    ), locked as (
      select id from topics where id in (select topic_id from added) order by id for no key update
    )
    update topics set post_count = post_count + open
    from added join locked on locked.id = added.topic_id where topics.id = added.topic_id`
}

/** Selects all posts in id order. */
export const listForExport = (sql: AnySql) =>
  sql<(Omit<PostRecord, 'createdAt'> & { createdAt: Date })[]>`
    select p.title, p.prompt, p.description, p.type, p.models, p.example_files, t.name as topic,
      u.username as author, p.seo_slug, p.created_at, p.is_private, p.private_id,
      (select encode(i.key, 'hex') from imported_posts i where i.post_id = p.id order by i.key limit 1) as imported_from
    from posts p join users u on u.id = p.user_id left join topics t on t.id = p.topic_id
    order by p.id`
