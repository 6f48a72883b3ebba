import type { AnySql, Fragment, Sql } from '#server/database/connect.ts'
import { defineJob } from '#server/jobs/job.ts'

const MAX_SUGGESTIONS = 8

/** Whether the post `p` has all of these tags. The index answers it, unless a tag is so frequent that another is faster. */
export const hasTags = (sql: AnySql, tags: readonly string[]): Fragment =>
  sql`p.tags @> ${[...tags]}::text[] and p.tags <> '{}'`

/** Tags are letters, digits and hyphens, so the prefix needs no escaping. */
export const listTagsByPrefix = (sql: Sql, prefix: string) => sql<{ name: string; postCount: number }[]>`
  select name, post_count from tags where name like ${`${prefix}%`}
  order by post_count desc, name limit ${MAX_SUGGESTIONS}`

/** A page with fewer posts says nothing that the posts themselves do not. */
const MIN_POSTS_IN_SITEMAP = 3
const MAX_TAGS_IN_SITEMAP = 5_000

export const listTagsForSitemap = async (sql: Sql): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`
    select name from tags where post_count >= ${MIN_POSTS_IN_SITEMAP} order by post_count desc, name limit ${MAX_TAGS_IN_SITEMAP}`
  return rows.map(({ name }) => name)
}

/** Makes the tags of a public post known, in the transaction that stores it. In order, so that no two wait for each other. */
export const insertTags = async (tx: AnySql, tags: readonly string[]): Promise<void> => {
  if (tags.length > 0)
    await tx`insert into tags (name) select unnest(${[...tags].sort()}::text[]) on conflict do nothing`
}

/** Counts the public posts of every tag, and forgets tags that none has. New ones may not be committed yet. */
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

export const tagRefresh = defineJob({
  name: 'refresh-tags',
  schedule: '40 * * * *',
  run: ({ sql }) => refreshTags(sql),
})
