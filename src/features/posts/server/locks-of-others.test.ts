import { expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { holdMemberLock } from '#tests/support/hold-lock.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

/** Creates a post with a comment of another member, which has an upvote if `isVoted`. */
const seedDiscussion = async ({ isVoted }: { isVoted: boolean }) => {
  const [author, commenter] = [await seedUser(database), await seedUser(database)]
  const post = await seedPost(database, { by: author })
  const comment = await seedComment(database, { on: post, by: commenter })
  if (isVoted)
    await sql`insert into votes (comment_id, user_id, value) values (${comment.id}, ${author.id}, 1)`
  await recomputeCounts(sql)
  return { post, commenter, headers: await seedSession(database, author) }
}

it.each([
  ['makes a post private', 'PATCH', { isPrivate: true }, true],
  ['makes a post public', 'PATCH', { isPrivate: false }, true],
  ['deletes a post', 'DELETE', {}, false],
] as const)('%s without a lock on members who have commented', async (_, method, payload, isVoted) => {
  const { post, commenter, headers } = await seedDiscussion({ isVoted })
  const send = (body: object) =>
    app.inject({ method, url: '/api/user/posts', headers, payload: { ids: [post.id], ...body } })
  if ('isPrivate' in payload && !payload.isPrivate) await send({ isPrivate: true })
  const unlock = await holdMemberLock(database, commenter)
  try {
    const response = await send(payload)
    expect([response.statusCode, response.json().done]).toEqual([200, [post.id]])
  } finally {
    await unlock()
  }
  expect(await verifyCounts(sql)).toEqual([])
})
