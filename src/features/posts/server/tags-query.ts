import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { containsText } from '#server/database/contains-text.ts'
import { countRows } from '#server/database/count-rows.ts'
import { defineJob } from '#server/jobs/job.ts'
import type { TagInfo, tagSortOptions } from '../contract-tags.ts'

const MAX_SUGGESTIONS = 8

/** The names under which posts may still store a tag: its current name, and those of renamings that are in progress. */
export type StoredTag = readonly string[]

/** Finds the names under which posts store these tags, which may be former names. */
export const selectStoredTags = async (sql: AnySql, tags: readonly string[]): Promise<StoredTag[]> => {
  if (tags.length === 0) return []
  const rows = await sql<{ name: string; pending: string[] }[]>`
    select current.name, array(select p.name from tag_redirects p where p.is_pending and p.target = current.name) as pending
    from unnest(${[...tags]}::text[]) with ordinality as t(name, ord) left join tag_redirects r on r.name = t.name
    cross join lateral (select coalesce(r.target, t.name) as name) as current
    order by t.ord`
  return rows.map(({ name, pending }) => [name, ...pending])
}

/**
 * An SQL condition that checks whether the post `p` has all of these tags. PostgreSQL uses the tag index unless a tag
 * is so frequent that another plan is faster.
 */
export const hasTags = (sql: AnySql, tags: readonly StoredTag[]): SqlFragment => {
  const single = tags.filter((names) => names.length === 1).flat()
  const renamed = tags.filter((names) => names.length > 1)
  return renamed.reduce(
    (all, names) => sql`${all} and p.tags && ${[...names]}::text[]`,
    sql`p.tags @> ${single}::text[] and p.tags <> '{}'`,
  )
}

/**
 * Lists the most used tags that begin with `prefix`. A tag contains nothing that needs escaping
 * (`normalizeTag`).
 */
export const selectTagsByPrefix = (sql: Sql, prefix: string) => sql<TagInfo[]>`
  select name, post_count from tags where name like ${`${prefix}%`}
  order by post_count desc, name limit ${MAX_SUGGESTIONS}`

/**
 * Finds a tag, following redirects from its former name. Returns null if no public post has the tag. The count is as of
 * the last refresh. Counts posts instead of using `exists`, for which PostgreSQL would read them one by one (decision 100).
 */
export const selectTag = async (sql: AnySql, name: string): Promise<TagInfo | null> => {
  const [row] = await sql<TagInfo[]>`
    with named as (select coalesce((select target from tag_redirects where name = ${name}), ${name}) as name)
    select named.name, coalesce(t.post_count, 0) as post_count from named left join tags t on t.name = named.name
    where t.name is not null
      or (select count(*) from posts p where not p.is_private and p.tags @> array[named.name] and p.tags <> '{}') > 0
      or exists (select from tag_redirects r where r.is_pending and r.target = named.name)`
  return row ?? null
}

type Page = { q: string; sort: (typeof tagSortOptions)[number]; limit: number; offset: number }

export const selectTagRows = (sql: AnySql, { q, sort, limit, offset }: Page) => sql<TagInfo[]>`
  select name, post_count from tags ${matchingTags(sql, q)}
  order by ${orders(sql)[sort]} limit ${limit} offset ${offset}`

const matchingTags = (sql: AnySql, q: string): SqlFragment =>
  q ? sql`where ${containsText(sql, sql`name`, q)}` : sql``

const orders = (sql: AnySql): Record<Page['sort'], SqlFragment> => ({
  posts: sql`post_count desc, name`,
  'posts-asc': sql`post_count, name desc`,
  name: sql`name`,
  'name-desc': sql`name desc`,
})

/** A post counts once for each of its tags, so the tags have no sum. */
export const countTagRows = (sql: AnySql, q: string) =>
  countRows(sql, sql`select from tags ${matchingTags(sql, q)}`)

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
      from posts cross join unnest(current_tags(tags)) as tag where not is_private and tags <> '{}' group by tag
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
