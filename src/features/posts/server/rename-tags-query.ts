import { setTimeout as delay } from 'node:timers/promises'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob } from '#server/jobs/job.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'

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
    const names = current.filter((name) => !locked.has(name))
    await tx`${tagLocks(tx, names)}`
    for (const name of names) locked.add(name)
    const rows = await tx<{ name: string }[]>`${currentTagNames(tx, current)}`
    current = [...new Set(rows.map((row) => row.name))]
  }
  return current
}

/** A query that locks tags for `resolveTags`, in the order of their names, as part of a larger statement. */
export const tagLocks = (sql: AnySql, tags: readonly string[]): SqlFragment =>
  sql`select pg_advisory_xact_lock_shared(${tagLockKey(sql)}) from unnest(${[...tags].sort()}::text[]) name`

/** A query for the current names of tags, in the given order and perhaps with duplicates, as part of a larger statement. */
export const currentTagNames = (sql: AnySql, tags: readonly string[]): SqlFragment => sql`
  select coalesce(r.target, t.name) as name
  from unnest(${[...tags]}::text[]) with ordinality as t(name, ord) left join tag_redirects r on r.name = t.name
  order by t.ord`

/** The key of the advisory lock of the tag `name`, an SQL column. */
const tagLockKey = (sql: AnySql): SqlFragment => sql`hashtextextended(name, 7302251882)`

/**
 * Waits for the transactions that write posts with these tags, and lets no other begin until the transaction ends. Locks
 * them in the order of their names.
 */
const lockTagsForRenaming = (tx: AnySql, tags: string[]) =>
  tx`select pg_advisory_xact_lock(${tagLockKey(tx)}) from unnest(${tags.sort()}::text[]) name`

/**
 * Renames a tag to another one, which may already exist, and redirects the old tag's page. From the commit on, readers see
 * the new name, also on posts that store the old one until `replaceRenamedTags` has changed them. Returns the number of
 * posts, `unknown` if no public post has the tag, or `pending` if posts still store `to` as the former name of a third
 * tag, from which they could not be told apart; the caller then rolls back.
 */
export const renameTag = async (
  tx: AnySql,
  from: string,
  to: string,
): Promise<number | 'unknown' | 'pending'> => {
  // Counted before the locks, because it may take a second.
  const [counted] = await tx<{ count: number }[]>`
    select count(*)::integer as count from posts
    where tags && (array[${from}] || array(select name from tag_redirects where is_pending and target = ${from}))`
  await lockTagsForRenaming(tx, [from, to])
  const [known] = await tx<{ postCount: number }[]>`
    delete from tags where name = ${from} returning post_count`
  if (!known) return 'unknown'
  const pending = await tx`
    select from tag_redirects where name = ${to} and is_pending and target <> ${from}`
  if (pending.length > 0) return 'pending'
  await tx`
    insert into tags (name, post_count) values (${to}, ${known.postCount})
    on conflict (name) do update set post_count = tags.post_count + excluded.post_count`
  await tx`delete from tag_redirects where name = ${to}`
  await tx`update tag_redirects set target = ${to} where target = ${from}`
  await tx`
    insert into tag_redirects (name, target, is_pending) values (${from}, ${to}, true)
    on conflict (name) do update set target = excluded.target, is_pending = true`
  await enqueueJob(tx, tagReplacementJob, {}, { delaySeconds: REPLACEMENT_DELAY_SECONDS })
  return counted?.count ?? 0
}

/** The number of posts in a batch, which holds its locks for about 30 ms. */
const BATCH_SIZE = 100

/**
 * Stores the new names of renamed tags in the posts, in short transactions. Can be repeated, and run more than once at
 * the same time. Stops when `signal` aborts.
 */
export const replaceRenamedTags = async (sql: Sql, signal?: AbortSignal): Promise<void> => {
  const pending = await sql<{ name: string }[]>`select name from tag_redirects where is_pending order by name`
  for (const { name } of pending) {
    await replaceTagInPosts(sql, name, signal)
    while (!(await retryOnConflict(() => finishRenaming(sql, name)))) {
      await delay(LOCKED_DELAY_MS, undefined, { signal })
      await replaceTagInPosts(sql, name, signal)
    }
  }
}

const replaceTagInPosts = async (sql: Sql, name: string, signal: AbortSignal | undefined): Promise<void> => {
  let after: number | undefined = 0
  while (after !== undefined) {
    signal?.throwIfAborted()
    const ids: number[] = await selectPostIdsWithTag(sql, name, after)
    if (ids.length > 0) await retryOnConflict(() => sql.begin((tx) => replaceTag(tx, name, ids)))
    after = ids.at(-1)
  }
}

/** The delay before another look at posts that were locked. */
const LOCKED_DELAY_MS = 200

/** Walks all posts, because the index of tags does not contain private ones. */
const selectPostIdsWithTag = (sql: Sql, name: string, after: number): Promise<number[]> =>
  sql.begin(async (tx) => {
    await extendTimeout(tx)
    const rows = await tx<{ id: number }[]>`
      select id from posts where tags @> array[${name}] and id > ${after} order by id limit ${BATCH_SIZE}`
    return rows.map(({ id }) => id)
  }) as Promise<number[]>

const extendTimeout = (tx: AnySql) => tx`select set_config('statement_timeout', '60000', true)`

/**
 * Replaces a tag in those of the posts that are not locked: waiting for one would hold the locks of the tags, for which
 * others wait. These locks prevent another renaming from ending before it can see what this transaction writes.
 */
const replaceTag = async (tx: AnySql, name: string, ids: readonly number[]): Promise<void> => {
  const [target = name] = await resolveTags(tx, [name])
  if (target === name) return
  await tx`
    with unlocked as materialized (
      select id from posts where id = any(${[...ids]}::integer[]) order by id for no key update skip locked
    )
    update posts p set tags = (
      select array_agg(tag order by first) from (
        select tag, min(ord) as first
        from unnest(array_replace(p.tags, ${name}, ${target})) with ordinality as t(tag, ord) group by tag) as merged)
    from unlocked where p.id = unlocked.id and p.tags @> array[${name}]`
}

/**
 * Ends a renaming if no post stores the old name. Locks that name, because the tag may have been used and renamed again
 * since the posts were listed. Returns false if posts are left.
 */
const finishRenaming = (sql: Sql, name: string): Promise<boolean> =>
  sql.begin(async (tx) => {
    await extendTimeout(tx)
    await lockTagsForRenaming(tx, [name])
    const left = await tx`
      select from tag_redirects r where r.name = ${name} and r.is_pending
        and exists (select from posts where tags @> array[${name}])`
    if (left.length > 0) return false
    await tx`update tag_redirects set is_pending = false where name = ${name} and is_pending`
    return true
  }) as Promise<boolean>

const REPLACEMENT_DELAY_SECONDS = 30

/** Gives posts the new names of renamed tags. Usually, the request has done so by then, unless its server was stopped. */
export const tagReplacementJob = defineJob({
  name: 'replace-renamed-tags',
  run: ({ sql, signal }) => replaceRenamedTags(sql, signal),
})
