import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { verifyCounts } from './verify-counts.ts'

const { sql, close } = await createTestDatabase()
afterAll(close)

/**
 * Creates two users who have voted on, commented on and bookmarked their own and each other's posts; each
 * post has a deleted comment.
 */
beforeEach(async () => {
  await sql`truncate users, topics, posts restart identity cascade`
  await sql`
    insert into users (username, google_id, post_count, private_posts, karma, total_upvotes, total_engagement)
    values ('ada', 'fake_ada', 1, 1, 2, 2, 4), ('bob', 'fake_bob', 0, 0, -1, 0, 0)`
  await sql`insert into topics (name, slug, post_count) values ('Writing', 'writing', 1)`
  await sql`
    insert into posts (id, user_id, topic_id, score, comment_count, bookmark_count, prompt_length, is_private,
      private_id, seo_slug, title, description, prompt)
    values (101, 1, 1, 2, 2, 2, 2, false, null, 'one', 'One', 'd', '🦊x'),
      (102, 1, null, 1, 1, 0, 1, true, 'abcdefghijklmnop', 'two', 'Two', 'd', 'p')`
  await sql`
    insert into comments (id, post_id, user_id, score, content)
    values (201, 101, 2, -1, 'by bob'), (202, 101, 1, 1, 'by ada'), (203, 102, 2, 0, 'on a private post')`
  await sql`
    insert into comments (id, post_id, user_id, is_deleted, score, content)
    values (204, 101, null, true, 0, '[deleted]'), (205, 102, null, true, 0, '[deleted]')`
  await sql`
    insert into votes (user_id, post_id, comment_id, value)
    values (1, 101, null, 1), (2, 101, null, 1), (1, null, 201, -1), (2, null, 202, 1), (1, 102, null, 1)`
  await sql`insert into user_post_bookmarks (user_id, post_id) values (1, 101), (2, 101)`
})

describe('verifyCounts', () => {
  test('reports no difference for correct counts', async () => {
    expect(await verifyCounts(sql)).toEqual([])
  })

  test.each([
    ['posts', 101, 'score', 2],
    ['posts', 101, 'comment_count', 2],
    ['posts', 101, 'bookmark_count', 2],
    ['posts', 101, 'prompt_length', 2],
    ['comments', 201, 'score', -1],
    ['topics', 1, 'post_count', 1],
    ['users', 1, 'post_count', 1],
    ['users', 1, 'private_posts', 1],
    ['users', 1, 'karma', 2],
    ['users', 1, 'total_upvotes', 2],
    ['users', 1, 'total_engagement', 4],
  ])('reports a wrong count in %s %i, column %s', async (table, id, column, expected) => {
    await sql`update ${sql(table)} set ${sql(column)} = 77 where id = ${id}`
    expect(await verifyCounts(sql)).toEqual([{ table, id, column, stored: 77, expected }])
  })
})
