import { assert, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { markPostsDeleted } from '#features/posts/server/delete-posts-query.ts'
import { openDatabase } from '#server/database/connect.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { buildTestApp } from '#tests/support/app.ts'
import {
  seedCollection,
  seedComment,
  seedPost,
  seedSession,
  seedSuggestedEdit,
  seedTopic,
  seedUser,
} from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { holdMemberLock, waitForBlockedProcess } from '#tests/support/hold-lock.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { forgetChanges, selectLargestTransaction, watchChanges } from '#tests/support/watch-changes.ts'
import { postPurgeJob, purgeDeletedPosts } from './purge-posts.ts'

const database = openDatabase({ url: await provisionTestDatabase(), max: 5 })
const { sql } = database
const app = await buildTestApp(database)
const COUNT = 1_500
await sql`
  insert into users (username, google_id, email, profile_completed)
  select 'reader' || n, 'reader' || n, 'x', true from generate_series(1, ${COUNT}::integer) n`

type Row = { id: number }

/** Creates a post with `count` comments (half of them replies) and as many rows of every other kind. */
const seedBusyPost = async (count: number) => {
  const [author, commenter] = [await seedUser(database), await seedUser(database)]
  const post = await seedPost(database, {
    by: author,
    topic: await seedTopic(database),
    title: 'Wombat',
    tags: ['wombat'],
  })
  const comment = await seedComment(database, { on: post, by: commenter, content: 'About a wombat' })
  const readers = sql`select id from users where username ~ '^reader' order by id limit ${count}`
  await sql`
    insert into comments (post_id, user_id, content, parent_id)
    select ${post.id}, id, 'Comment', case when id % 2 = 0 then ${comment.id}::integer end from (${readers}) readers`
  await sql`insert into votes (post_id, user_id, value) select ${post.id}, id, 1 from (${readers}) readers`
  await sql`
    insert into votes (comment_id, user_id, value) select id, ${author.id}, 1 from comments where post_id = ${post.id}`
  await sql`
    insert into votes (comment_id, user_id, value) select ${comment.id}, id, -1 from (${readers}) readers`
  await sql`insert into user_post_bookmarks (post_id, user_id) select ${post.id}, id from (${readers}) readers`
  await sql`insert into post_reveals (post_id, user_id) select ${post.id}, id from (${readers}) readers`
  await sql`insert into private_post_grants (post_id, user_id) select ${post.id}, id from (${readers}) readers`
  await sql`
    insert into post_results (post_id, user_id, model, prompt_version, worked)
    select ${post.id}, id, 'GPT', 1, true from (${readers}) readers`
  await sql`
    insert into suggested_edits (post_id, user_id, reason, before, after)
    select ${post.id}, id, 'Better', '{}', '{}' from (${readers}) readers`
  await sql`
    insert into post_versions (post_id, number, user_id, fields)
    select ${post.id}, n, ${author.id}, '{}' from generate_series(1, ${count}::integer) n`
  await sql`update posts set version = ${count}, has_results = true where id = ${post.id}`
  await sql`
    with made as (
      insert into collections (link_id, user_id, title) select 'busy' || ${post.id}::text || 'x' || id, id, 'All' from (${readers}) readers
      returning id)
    insert into collection_items (collection_id, post_id, position) select id, ${post.id}, 1 from made`
  await sql`
    insert into posts (title, description, prompt, prompt_length, user_id, seo_slug, remix_of, is_remix)
    select 'Remix', 'D', 'P', 1, id, 'remix-' || ${post.id}::text || '-' || id, ${post.id}, true from (${readers}) readers`
  await sql`
    insert into notifications (user_id, type, post_id, from_user_id, comment_id)
    select ${author.id}, 'comment', post_id, user_id, id from comments where post_id = ${post.id}`
  await sql`
    update comments set score = (select sum(value) from votes where comment_id = comments.id) where post_id = ${post.id}`
  await recomputeCounts(sql)
  return { post, author, commenter, comment }
}

const deletePost = async (post: Row, by: Row) =>
  app.inject({ method: 'DELETE', url: `/api/posts/${post.id}`, headers: await seedSession(database, by) })

const vote = async (target: { postId: number } | { commentId: number }, by: Row) => {
  const headers = await seedSession(database, by)
  return app.inject({ method: 'POST', url: '/api/votes', headers, payload: { ...target, value: 1 } })
}

const postExists = async ({ id }: Row) => (await sql`select from posts where id = ${id}`).length > 0

await watchChanges(sql)

it('changes a bounded number of rows in each transaction, whatever the post carries', async () => {
  const { post, author } = await seedBusyPost(COUNT)
  await forgetChanges(sql)
  expect((await deletePost(post, author)).statusCode).toBe(200)
  await purgeDeletedPosts(sql)
  expect(await postExists(post)).toBe(false)
  const largest = await selectLargestTransaction(sql)
  expect(largest.sum).toBeGreaterThan(12 * COUNT)
  expect(largest.rows).toBeLessThanOrEqual(2 * COUNT)
  expect(largest.members).toBeLessThanOrEqual(250)
  expect(await verifyCounts(sql)).toEqual([])
})

it('does no more in a transaction if the post carries almost a batch of everything', async () => {
  const { post } = await seedBusyPost(900)
  await forgetChanges(sql)
  await sql.begin((tx) => markPostsDeleted(tx, [post.id]))
  await purgeDeletedPosts(sql)
  const largest = await selectLargestTransaction(sql)
  expect(largest.rows).toBeLessThanOrEqual(2 * COUNT)
})

it('leaves every count right if the server is killed between any two batches', async () => {
  const { post } = await seedBusyPost(450)
  await sql.begin((tx) => markPostsDeleted(tx, [post.id]))
  // Servers of the previous version go by them.
  expect(await sql`select from private_post_grants where post_id = ${post.id}`).toHaveLength(0)
  let batches = 0
  while (await postExists(post)) {
    let begun = 0
    const dying = {
      throwIfAborted: () => {
        begun += 1
        if (begun > 1) assert.fail('Killed')
      },
    } as unknown as AbortSignal
    await purgeDeletedPosts(sql, { signal: dying }).catch(() => {})
    expect(await verifyCounts(sql)).toEqual([])
    batches += 1
  }
  expect(batches).toBeGreaterThan(3)
})

it('hides the post from everybody at once, while the rest is being deleted', async () => {
  const { post, author, commenter, comment } = await seedBusyPost(3)
  const reader = { id: (await sql<Row[]>`select id from users where username = 'reader1'`)[0]?.id ?? 0 }
  const admin = await seedUser(database, { isAdmin: true })
  const collection = await seedCollection(database, reader, 'public', post)
  const edit = await seedSuggestedEdit(database, post, reader)
  await sql`
    insert into notifications (user_id, type, post_id, from_user_id) values (${reader.id}, 'upvote', ${post.id}, ${author.id})`
  const [{ username = '' } = {}] = await sql<{ username: string }[]>`
    select username from users where id = ${author.id}`
  const [{ seoSlug = '' } = {}] = await sql<{ seoSlug: string }[]>`
    select seo_slug from posts where id = ${post.id}`
  const unlock = await holdMemberLock(database, commenter)
  const deletion = deletePost(post, author)
  await waitForBlockedProcess(database)
  try {
    expect(await postExists(post)).toBe(true)
    for (const viewer of [null, author, commenter, reader, admin]) {
      const headers = viewer ? await seedSession(database, viewer) : {}
      for (const url of [
        `/api/posts/${post.id}`,
        `/api/posts/slug/${seoSlug}`,
        `/api/posts/${post.id}/comments`,
        `/api/posts/${post.id}/related`,
        `/api/posts/${post.id}/lineage`,
        `/api/posts/${post.id}/versions`,
        `/api/posts/${post.id}/results`,
        `/api/posts/${post.id}/suggested-edits`,
        `/api/posts/${post.id}/suggested-edits/${edit}`,
        `/api/posts/${post.id}/bookmark`,
        `/api/posts?sortBy=new`,
        `/api/users/${username}/posts`,
        `/api/users/${username}`,
        `/api/search?q=wombat`,
        `/api/collections/${collection}`,
        '/api/user/posts',
        '/api/user/bookmarks',
        '/api/notifications',
        '/api/feed',
        '/api/admin/reveals',
        '/api/tags/wombat',
      ]) {
        const response = await app.inject({ url, headers })
        expect(response.body, `${url} for ${viewer?.id}`).not.toContain('Wombat')
        if (url.startsWith(`/api/posts/`)) expect(response.statusCode, url).toBeOneOf([401, 403, 404])
      }
    }
    for (const member of [author, reader, admin]) {
      expect((await vote({ postId: post.id }, member)).statusCode).toBe(404)
      expect((await vote({ commentId: comment.id }, member)).statusCode).toBe(404)
      expect((await deletePost(post, member)).statusCode).toBe(404)
    }
    const asAdmin = await seedSession(database, admin)
    for (const url of [`/api/admin/posts/${post.id}`, `/api/admin/comments/${comment.id}`])
      expect(
        (await app.inject({ method: 'DELETE', url, headers: asAdmin, payload: { reason: 'Spam' } }))
          .statusCode,
        url,
      ).toBe(404)
    expect(await verifyCounts(sql)).toEqual([])
  } finally {
    await unlock()
  }
  expect((await deletion).statusCode).toBe(200)
  // In case the request has not waited any longer.
  await purgeDeletedPosts(sql)
  expect(await postExists(post)).toBe(false)
  expect(await verifyCounts(sql)).toEqual([])
})

it('finishes in a job what a stopped request has left', async () => {
  const { post, author, commenter } = await seedBusyPost(300)
  const unlock = await holdMemberLock(database, commenter)
  const deletion = deletePost(post, author)
  const pid = await waitForBlockedProcess(database)
  await sql`select pg_terminate_backend(${pid})`
  expect((await deletion).statusCode).toBe(200)
  await unlock()
  expect(await postExists(post)).toBe(true)
  expect(await verifyCounts(sql)).toEqual([])
  const context = { sql, signal: new AbortController().signal } as unknown as JobContext
  // Twice, because a job whose server dies is repeated.
  for (const _ of [1, 2]) await postPurgeJob.run(context, {})
  expect(await postExists(post)).toBe(false)
  expect(await verifyCounts(sql)).toEqual([])
})

it('deletes a post once when two servers purge it at the same time', async () => {
  const { post } = await seedBusyPost(600)
  expect(await sql.begin((tx) => markPostsDeleted(tx, [post.id]))).toBe(1)
  expect(await sql.begin((tx) => markPostsDeleted(tx, [post.id]))).toBe(0)
  expect(await verifyCounts(sql)).toEqual([])
  await Promise.all([purgeDeletedPosts(sql, { ids: [post.id] }), purgeDeletedPosts(sql)])
  expect(await postExists(post)).toBe(false)
  expect(await verifyCounts(sql)).toEqual([])
})
