import fc from 'fast-check'
import { expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { buildTestApp } from './support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'
import { recomputeCounts } from './support/recompute-counts.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

const CLIENTS = 50
const STEPS = 16

type Request = { method: 'POST' | 'PATCH' | 'DELETE'; url: string; payload?: object }
type Scene = { username: string; posts: number[]; comments: number[] }

const pick = (from: readonly number[], at: number): number => from[at % from.length] ?? 2_000_000_000
const value = fc.constantFrom(1, -1)
const severalPosts = fc.array(fc.nat(), { minLength: 1, maxLength: 4 })
const previous = fc.constantFrom(undefined, 0, 1, -1)

/** The actions that a client can perform next, with their weights. Add new kinds of actions here. */
const actions = fc.oneof(
  weighted(8, fc.record({ at: fc.nat(), value, had: previous }), ({ at, ...vote }, { posts }) =>
    send('POST', '/api/votes', { postId: pick(posts, at), ...vote }),
  ),
  weighted(8, fc.record({ at: fc.nat(), value, had: previous }), ({ at, ...vote }, { comments }) =>
    send('POST', '/api/votes', { commentId: pick(comments, at), ...vote }),
  ),
  weighted(4, fc.record({ at: fc.nat(), content: fc.uuid() }), ({ at, content }, { posts }) =>
    send('POST', '/api/comments', { postId: pick(posts, at), content }),
  ),
  weighted(6, fc.record({ at: fc.nat(), on: fc.nat(), content: fc.uuid() }), ({ at, on, content }, scene) =>
    send('POST', '/api/comments', {
      postId: pick(scene.posts, on),
      parentId: pick(scene.comments, at),
      content,
    }),
  ),
  weighted(3, fc.record({ at: fc.nat(), content: fc.uuid() }), ({ at, content }, { comments }) =>
    send('PATCH', `/api/comments/${pick(comments, at)}`, { content }),
  ),
  weighted(5, fc.nat(), (at, { comments }) => send('DELETE', `/api/comments/${pick(comments, at)}`)),
  weighted(6, fc.record({ at: fc.nat(), on: fc.boolean() }), ({ at, on }, { posts }) =>
    send(on ? 'POST' : 'DELETE', `/api/posts/${pick(posts, at)}/bookmark`),
  ),
  weighted(1, fc.nat(), (at, { posts }) => send('DELETE', `/api/posts/${pick(posts, at)}`)),
  weighted(1, severalPosts, (at, { posts }) =>
    send('DELETE', '/api/user/posts', { ids: at.map((each) => pick(posts, each)) }),
  ),
  weighted(2, fc.record({ at: severalPosts, isPrivate: fc.boolean() }), ({ at, isPrivate }, { posts }) =>
    send('PATCH', '/api/user/posts', { ids: at.map((each) => pick(posts, each)), isPrivate }),
  ),
  weighted(2, severalPosts, (at, { posts }) =>
    send('DELETE', '/api/user/bookmarks', { ids: at.map((each) => pick(posts, each)) }),
  ),
  weighted(1, fc.boolean(), (isSure, { username }) =>
    send('DELETE', '/api/user', { confirm: isSure ? username : 'no' }),
  ),
)

it('keeps every stored count correct while fifty members act concurrently', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      await deleteRows(sql, 'users', 'topics')
      const script = fc.array(actions, { minLength: STEPS, maxLength: STEPS })
      const statuses = await runScripts(fc.sample(script, { seed, numRuns: CLIENTS }))
      expect(await verifyCounts(sql)).toEqual([])
      const orphans = await sql`
          select id from comments c where is_deleted and not exists (select from comments r where r.parent_id = c.id)`
      expect(orphans).toEqual([])
      expect([...statuses].filter((status) => status >= 500)).toEqual([])
      // A run in which these statuses never occur would prove nothing.
      expect([...statuses]).toEqual(expect.arrayContaining([200, 404]))
    }),
    { numRuns: 4, endOnFailure: true },
  )
})

/** Runs all scripts concurrently; returns the observed statuses. */
const runScripts = async (scripts: readonly (readonly Action[])[]): Promise<Set<number>> => {
  const topic = await seedTopic(database)
  const users = await Promise.all(scripts.map(() => seedUser(database)))
  const posts = await Promise.all(
    users.slice(0, 8).map((by, at) => seedPost(database, at === 7 ? { by, isPrivate: true } : { by, topic })),
  )
  await sql`
    insert into private_post_grants (post_id, user_id)
    select ${posts.at(-1)?.id ?? 0}::integer, id from users where id % 2 = 0`
  await recomputeCounts(sql)
  const comments: number[] = []
  const statuses = new Set<number>()
  await Promise.all(
    users.map(async (user, at) => {
      const headers = await seedSession(database, user)
      for (const action of scripts[at] ?? []) {
        const request = action({ username: user.username, posts: posts.map(({ id }) => id), comments })
        const answer = await app.inject({ ...request, headers })
        statuses.add(answer.statusCode)
        if (request.url === '/api/comments' && answer.statusCode === 200) comments.push(answer.json().id)
      }
    }),
  )
  return statuses
}

type Action = (scene: Scene) => Request

function weighted<T>(weight: number, input: fc.Arbitrary<T>, action: (input: T, scene: Scene) => Request) {
  return {
    weight,
    arbitrary: input.map(
      (generated): Action =>
        (scene) =>
          action(generated, scene),
    ),
  }
}

function send(method: Request['method'], url: string, payload?: object): Request {
  return { method, url, ...(payload ? { payload } : {}) }
}
