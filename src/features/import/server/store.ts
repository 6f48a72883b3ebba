import { joinMember } from '#features/members/server/profile-query.ts'
import { joinPostTopic } from '#features/posts/server/access-query.ts'
import { postFieldColumns } from '#features/posts/server/field-columns-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import type { PostRecord } from '../contract.ts'

/** Serializes rows as a JSON string, so that any number of rows can be sent as a single parameter. */
const rows = (values: readonly object[]) => JSON.stringify(values)

/**
 * Takes the lock that allows one import at a time. The lock belongs to the transaction, so it also works
 * through a connection pooler.
 */
export const tryAcquireImportLock = async (sql: AnySql): Promise<boolean> => {
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
 * Finds out which of these posts already exist and are not deleted. Matches them by the row they were imported from, by
 * slug and time, or by private link.
 */
export const selectExistingPosts = (
  sql: AnySql,
  keys: string[],
  exported: { seoSlug: string; createdAt: Date; privateId: string | null }[],
) => sql<{ key: string | null; seoSlug: string | null; createdAt: Date | null; privateId: string | null }[]>`
  select encode(key, 'hex') as key, null as seo_slug, null::timestamptz as created_at, null as private_id
  from imported_posts i join posts p on p.id = i.post_id and p.user_id is not null
  where key in (select decode(k, 'hex') from unnest(${keys}::text[]) k)
  union all
  select null, seo_slug, created_at, null from posts
  where (seo_slug, created_at) in
    (select * from json_to_recordset(${rows(exported)}::text::json) as e("seoSlug" text, "createdAt" timestamptz))
  union all
  select null, null, null, private_id from posts
  where private_id = any(${exported.flatMap((post) => post.privateId ?? [])}::text[])`

/** Records which row of an import became which post. A row may have become a post that is deleted but not yet purged. */
export const insertImportedPosts = (sql: AnySql, posts: { key: string; id: number }[]) => sql`
  insert into imported_posts (key, post_id)
  select decode(key, 'hex'), id
  from json_to_recordset(${rows(posts)}::text::json) as p(key text, id integer)
  on conflict (key) do update set post_id = excluded.post_id`

export type ExportedPostRow = Omit<PostRecord, 'remixOf' | 'publicVersion'> & {
  id: number
  version: number
  publicVersion: number
  remixOf: string | null
}

/** Selects all posts in id order. */
export const selectPostsForExport = (sql: AnySql) =>
  sql<ExportedPostRow[]>`
    select p.id, p.version, p.public_version, ${postFieldColumns(sql)}, t.name as topic,
      u.username as author, p.seo_slug, p.created_at, p.is_private, p.private_id,
      (select encode(i.key, 'hex') from imported_posts i where i.post_id = p.id order by i.key limit 1) as imported_from,
      case when p.is_remix then coalesce((select s.seo_slug from posts s where s.id = p.remix_of and s.user_id is not null), '') end as remix_of
    from posts p ${joinMember(sql, sql`p.user_id`)} ${joinPostTopic(sql)}
    order by p.id`
