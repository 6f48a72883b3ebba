import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { containsText } from '#server/database/contains-text.ts'
import { defineJob } from '#server/jobs/job.ts'
import type { TagInfo, tagSortOptions } from '../contract-tags.ts'

const MAX_SUGGESTIONS = 8

/**
 * An SQL condition that checks whether the post `p` has all of these tags. PostgreSQL uses the tag index unless a tag
 * is so frequent that another plan is faster.
 */
export const hasTags = (sql: AnySql, tags: readonly string[]): SqlFragment =>
  sql`p.tags @> ${[...tags]}::text[] and p.tags <> '{}'`

/**
 * Lists the most used tags that begin with `prefix`. A tag contains nothing that needs escaping
 * (`normalizeTag`).
 */
export const selectTagsByPrefix = (sql: Sql, prefix: string) => sql<TagInfo[]>`
  select name, post_count from tags where name like ${`${prefix}%`}
  order by post_count desc, name limit ${MAX_SUGGESTIONS}`

/**
 * Finds a tag, following redirects from its former name. Returns null if no public post has the tag. The count is as of
 * the last refresh.
 */
export const selectTag = async (sql: Sql, name: string): Promise<TagInfo | null> => {
  const [row] = await sql<TagInfo[]>`
    with named as (select coalesce((select target from tag_redirects where name = ${name}), ${name}) as name)
    select named.name, coalesce(t.post_count, 0) as post_count from named left join tags t on t.name = named.name
    where t.name is not null or exists (
      select from posts p where not p.is_private and p.tags @> array[named.name] and p.tags <> '{}')`
  return row ?? null
}

/**
 * Replaces renamed tags with their current names and removes duplicates. Until the transaction ends, none of these tags
 * can be renamed, because a renaming would miss a post that is not committed yet. Call it before locking a post: a
 * renaming locks the tag first and its posts afterwards.
 */
export const resolveTags = async (tx: AnySql, tags: readonly string[]): Promise<string[]> => {
  const locked = new Set<string>()
  let current = [...new Set(tags)]
  // A tag may have been renamed before it was locked, to a name that is not locked yet.
  while (current.some((name) => !locked.has(name))) {
    const names = current.filter((name) => !locked.has(name)).sort()
    await tx`select pg_advisory_xact_lock_shared(${tagLockKey(tx)}) from unnest(${names}::text[]) name`
    for (const name of names) locked.add(name)
    const rows = await tx<{ name: string }[]>`
      select coalesce(r.target, t.name) as name
      from unnest(${current}::text[]) with ordinality as t(name, ord) left join tag_redirects r on r.name = t.name
      order by t.ord`
    current = [...new Set(rows.map((row) => row.name))]
  }
  return current
}

/** The key of the advisory lock of the tag `name`, an SQL column. */
const tagLockKey = (sql: AnySql): SqlFragment => sql`hashtextextended(name, 7302251882)`

/**
 * Waits for the transactions that write posts with these tags, and lets no other begin until the transaction ends. Locks
 * them in the order of their names.
 */
const lockTagsForRenaming = (tx: AnySql, tags: string[]) =>
  tx`select pg_advisory_xact_lock(${tagLockKey(tx)}) from unnest(${tags.sort()}::text[]) name`

type Page = { q: string; sort: (typeof tagSortOptions)[number]; limit: number; offset: number }

export const selectTagRows = (sql: AnySql, { q, sort, limit, offset }: Page) => sql<TagInfo[]>`
  select name, post_count from tags ${q ? sql`where ${containsText(sql, sql`name`, q)}` : sql``}
  order by ${sort === 'name' ? sql`name` : sql`post_count desc, name`} limit ${limit} offset ${offset}`

/**
 * Replaces a tag in all posts with another one, which may already exist, and redirects the old tag's page. Returns the
 * number of posts, or null if no public post has the tag; the caller then rolls back. Locks posts in id order before rows
 * of `tags`, as every transaction does.
 */
export const renameTag = async (tx: AnySql, from: string, to: string): Promise<number | null> => {
  await lockTagsForRenaming(tx, [from, to])
  const { count } = await tx`
    with tagged as materialized (
      select id from posts where tags @> array[${from}] order by id for no key update)
    update posts p set tags = (
      select array_agg(name order by first) from (
        select name, min(ord) as first from unnest(array_replace(p.tags, ${from}, ${to})) with ordinality as t(name, ord)
        group by name) as merged)
    from tagged where p.id = tagged.id`
  const [known] = await tx<{ postCount: number }[]>`
    delete from tags where name = ${from} returning post_count`
  if (!known) return null
  await tx`
    insert into tags (name, post_count) values (${to}, ${known.postCount})
    on conflict (name) do update set post_count = tags.post_count + excluded.post_count`
  await tx`delete from tag_redirects where name = ${to}`
  await tx`update tag_redirects set target = ${to} where target = ${from}`
  await tx`
    insert into tag_redirects (name, target) values (${from}, ${to})
    on conflict (name) do update set target = excluded.target`
  return count
}

/** Tags with fewer posts are not in the sitemap, because their pages offer nothing beyond the posts themselves. */
const MIN_POSTS_IN_SITEMAP = 3
const MAX_TAGS_IN_SITEMAP = 5_000

export const selectTagsForSitemap = async (sql: Sql): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`
    select name from tags where post_count >= ${MIN_POSTS_IN_SITEMAP} order by post_count desc, name limit ${MAX_TAGS_IN_SITEMAP}`
  return rows.map(({ name }) => name)
}

/**
 * Inserts the tags of a public post in the transaction that stores the post. Sorts them so that concurrent
 * transactions cannot deadlock.
 */
export const insertTags = async (tx: AnySql, tags: readonly string[]): Promise<void> => {
  if (tags.length > 0)
    await tx`insert into tags (name) select unnest(${[...tags].sort()}::text[]) on conflict do nothing`
}

/**
 * Counts the public posts of every tag, and deletes tags that have none. Tags younger than an hour are kept
 * because their posts may not have been committed yet.
 */
export const refreshTags = async (sql: AnySql): Promise<void> => {
  await sql`
    with counted as materialized (
      select tag as name, count(*)::integer as post_count
      from posts cross join unnest(tags) as tag where not is_private and tags <> '{}' group by tag
    ), written as (
      insert into tags (name, post_count) select name, post_count from counted order by name
      on conflict (name) do update set post_count = excluded.post_count where tags.post_count <> excluded.post_count
    )
    delete from tags t where t.created_at < now() - interval '1 hour'
      and not exists (select from counted c where c.name = t.name)`
}

export const tagRefreshJob = defineJob({
  name: 'refresh-tags',
  schedule: '40 * * * *',
  run: ({ sql }) => refreshTags(sql),
})
