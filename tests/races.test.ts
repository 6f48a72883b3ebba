import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { assert, beforeEach, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { MAX_EDITED_COLLECTIONS, MAX_FOLLOWED_COLLECTIONS } from '#features/collections/contract-values.ts'
import { MAX_BLOCKED_MEMBERS } from '#features/members/server/blocks-query.ts'
import { MAX_FOLLOWED_MEMBERS } from '#features/members/server/member-follows-query.ts'
import { MAX_WEBHOOKS } from '#features/webhooks/contract-values.ts'
import { openDatabase } from '#server/database/connect.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { buildTestApp } from './support/app.ts'
import {
  seedCollection,
  seedPost,
  seedSession,
  seedTopic,
  seedUser,
  seedWebhook,
} from './support/builders.ts'
import { provisionTestDatabase } from './support/database.ts'
import { startPausingProxy } from './support/pausing-proxy.ts'
import { recomputeCounts } from './support/recompute-counts.ts'
import { type UseCaseRequest as Request, seedUseCaseScenes, useCases } from './support/use-cases.ts'

/*
 * Two servers run a use case each: the first is held back before one of its statements, the second runs until it is done
 * or waits for the first, and then the first goes on. A deadlock is not resolved before a lock times out after five
 * seconds, and is looked for before that.
 */
const url = await provisionTestDatabase()
const database = openDatabase({ url, max: 5 })
const { sql } = database
const [{ name }] = (await sql`select current_database() as name`) as unknown as [{ name: string }]
await sql`alter database ${sql(name)} set deadlock_timeout = '10min'`
const DEADLOCK_CHECK_MS = 4_000
/** The second request may also wait without a lock, until the first one has unlocked a post. */
const MAX_SECOND_MS = 500
const proxy = await startPausingProxy(url)
const first = await buildTestApp(openDatabase({ url: proxy.url, max: 5 }))
const second = await buildTestApp(openDatabase({ url, max: 5 }))

type Headers = Record<string, string>

const send = async (app: FastifyInstance, { by, ...request }: Request, sessions: Record<string, Headers>) => {
  const response = await app.inject({ ...request, headers: sessions[by] ?? {} })
  return { status: response.statusCode, body: response.json() as Record<string, unknown> }
}
type Response = Awaited<ReturnType<typeof send>>

const isSomebodyWaiting = async () => {
  const rows = await sql`
    select from pg_locks l join pg_database d on d.oid = l.database or l.database is null
    where d.datname = current_database() and not l.granted`
  return rows.length > 0
}

/**
 * Returns the statements that wait for a lock whose owners have done nothing for three seconds, because they wait too: in
 * PostgreSQL, or in their process for a statement on another connection.
 */
const selectDeadlocked = () => sql`
  select w.pid, pg_blocking_pids(w.pid) as waits_for, w.query from pg_stat_activity w
  where w.datname = current_database() and w.wait_event_type = 'Lock' and not exists (
    select from pg_stat_activity b
    where b.pid = any(pg_blocking_pids(w.pid)) and b.state_change > clock_timestamp() - interval '3 seconds')`

/** Runs the first request until `statement`, then the second until it is done or waits, and then both to their ends. */
const race = async (
  statement: number,
  requests: readonly [Request, Request],
  sessions: Record<string, Headers>,
) => {
  const names = requests.map(({ method, url }) => `${method} ${url}`).join(' and ')
  const paused = proxy.pauseBefore(statement)
  const running = send(first, requests[0], sessions)
  const isPaused = await Promise.race([paused.then(() => true), running.then(() => false)])
  let isDone = false
  const other = send(second, requests[1], sessions).finally(() => {
    isDone = true
  })
  const end = performance.now() + MAX_SECOND_MS
  // The first request may have had fewer statements.
  while (isPaused && !isDone && performance.now() < end && !(await isSomebodyWaiting()))
    await new Promise(setImmediate)
  proxy.resume()
  let deadlocked: ReturnType<typeof selectDeadlocked> | undefined
  const timer = setTimeout(() => {
    deadlocked = selectDeadlocked()
  }, DEADLOCK_CHECK_MS)
  const responses: [Response, Response] = [await running, await other]
  clearTimeout(timer)
  expect((await deadlocked) ?? [], `${names} wait for each other at statement ${statement}`).toEqual([])
  return { responses, isPaused }
}

/** Races two requests at each statement of the first. `prepare` makes a new scene for each. */
const raceAtEveryStatement = async <S extends { sessions: Record<string, Headers> }>(
  prepare: () => Promise<S>,
  requestsOf: (scene: S) => readonly [Request, Request],
  check: (scene: S, responses: [Response, Response]) => Promise<void> | void,
) => {
  for (let statement = 1; ; statement += 1) {
    const scene = await prepare()
    const { responses, isPaused } = await race(statement, requestsOf(scene), scene.sessions)
    for (const { status, body } of responses)
      expect([statement, status, body], 'Failed').not.toEqual([
        statement,
        expect.toSatisfy((code: number) => code >= 500),
        expect.anything(),
      ])
    await check(scene, responses)
    if (!isPaused) return
  }
}

beforeEach(() => deleteRows(sql, 'users', 'topics', 'tags', 'tag_redirects'))

const aMember = async () => {
  const member = await seedUser(database)
  return { member, sessions: { member: await seedSession(database, member) } }
}
const count = async (table: string, column: string, id: number) => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from ${sql(table)} where ${sql(column)} = ${id}`
  return row?.count ?? 0
}
const statuses = (responses: [Response, Response]) => responses.map(({ status }) => status).sort()

/** Two requests that one member sends at the same time, of which only one may succeed. */
const limited: Record<
  string,
  () => Promise<{
    sessions: Record<string, Headers>
    requests: [Request, Request]
    check: () => Promise<void>
  }>
> = {
  'follows no more members than allowed': async () => {
    const { member, sessions } = await aMember()
    const [left, right] = [await seedUser(database), await seedUser(database)]
    await sql`
      with others as (
        insert into users (username, google_id, email) select 'f' || ${member.id}::text || 'x' || n, 'f' || ${member.id}::text || n, 'x'
        from generate_series(1, ${MAX_FOLLOWED_MEMBERS - 1}::integer) n returning id)
      insert into member_follows (follower_id, member_id) select ${member.id}::integer, id from others`
    const follow = (id: number): Request => ({ method: 'POST', url: `/api/users/${id}/follow`, by: 'member' })
    return {
      sessions,
      requests: [follow(left.id), follow(right.id)],
      check: async () =>
        expect(await count('member_follows', 'follower_id', member.id)).toBe(MAX_FOLLOWED_MEMBERS),
    }
  },
  'blocks no more members than allowed': async () => {
    const { member, sessions } = await aMember()
    const [left, right] = [await seedUser(database), await seedUser(database)]
    await sql`
      with others as (
        insert into users (username, google_id, email) select 'b' || ${member.id}::text || 'x' || n, 'b' || ${member.id}::text || n, 'x'
        from generate_series(1, ${MAX_BLOCKED_MEMBERS - 1}::integer) n returning id)
      insert into member_blocks (blocker_id, blocked_id) select ${member.id}::integer, id from others`
    const block = (id: number): Request => ({ method: 'POST', url: `/api/users/${id}/block`, by: 'member' })
    return {
      sessions,
      requests: [block(left.id), block(right.id)],
      check: async () =>
        expect(await count('member_blocks', 'blocker_id', member.id)).toBe(MAX_BLOCKED_MEMBERS),
    }
  },
  'creates no more webhooks than allowed': async () => {
    const { member, sessions } = await aMember()
    for (let n = 1; n < MAX_WEBHOOKS; n += 1) await seedWebhook(database, member)
    const body = { url: 'https://example.org/hook', kinds: ['post.published'] }
    const request: Request = { method: 'POST', url: '/api/webhooks', by: 'member', payload: body }
    return {
      sessions,
      requests: [request, request],
      check: async () => expect(await count('webhooks', 'user_id', member.id)).toBe(MAX_WEBHOOKS),
    }
  },
  'follows no more collections than allowed': async () => {
    const { member, sessions } = await aMember()
    const owner = await seedUser(database)
    for (let n = 1; n < MAX_FOLLOWED_COLLECTIONS; n += 1) {
      const linkId = await seedCollection(database, owner, 'public')
      await sql`
        insert into collection_follows (collection_id, follower_id) select id, ${member.id} from collections where link_id = ${linkId}`
    }
    const follow = async (): Promise<Request> => ({
      method: 'POST',
      url: `/api/collections/${await seedCollection(database, owner, 'public')}/follow`,
      by: 'member',
    })
    return {
      sessions,
      requests: [await follow(), await follow()],
      check: async () =>
        expect(await count('collection_follows', 'follower_id', member.id)).toBe(MAX_FOLLOWED_COLLECTIONS),
    }
  },
  'edits no more collections than allowed': async () => {
    const { member, sessions } = await aMember()
    const owner = await seedUser(database)
    const invite = async (isAccepted: boolean) => {
      const linkId = await seedCollection(database, owner, 'public')
      await sql`
        insert into collection_editors (collection_id, user_id, accepted_at)
        select id, ${member.id}, ${isAccepted ? new Date() : null} from collections where link_id = ${linkId}`
      return linkId
    }
    for (let n = 1; n < MAX_EDITED_COLLECTIONS; n += 1) await invite(true)
    const accept = async (): Promise<Request> => ({
      method: 'POST',
      url: `/api/collections/${await invite(false)}/accept`,
      by: 'member',
    })
    return {
      sessions,
      requests: [await accept(), await accept()],
      check: async () => {
        const [row] = await sql<{ count: number }[]>`
          select count(accepted_at)::integer as count from collection_editors where user_id = ${member.id}`
        expect(row?.count).toBe(MAX_EDITED_COLLECTIONS)
      },
    }
  },
  'publishes a prompt once, whatever the rest of the requests': async () => {
    const { member, sessions } = await aMember()
    const topic = await seedTopic(database)
    const prompt = `Write ${randomUUID()}`
    const publish = (title: string): Request => ({
      method: 'POST',
      url: '/api/posts',
      by: 'member',
      payload: {
        title,
        description: 'About it',
        prompt,
        topicId: topic.id,
        tags: ['haiku'],
        requestKey: randomUUID(),
      },
    })
    return {
      sessions,
      requests: [publish('One'), publish('Two')],
      check: async () => expect(await count('posts', 'user_id', member.id)).toBe(1),
    }
  },
  'publishes a private prompt and a new one with the same text once': async () => {
    const { member, sessions } = await aMember()
    const prompt = `Write ${randomUUID()}`
    const hidden = await seedPost(database, { by: member, prompt, isPrivate: true })
    await recomputeCounts(sql)
    return {
      sessions,
      requests: [
        {
          method: 'PATCH',
          url: '/api/user/posts',
          by: 'member',
          payload: { ids: [hidden.id], isPrivate: false },
        },
        {
          method: 'POST',
          url: '/api/posts',
          by: 'member',
          payload: { title: 'One', description: 'About it', prompt },
        },
      ],
      check: async () => {
        const rows = await sql`select from posts where user_id = ${member.id} and not is_private`
        expect(rows).toHaveLength(1)
      },
    }
  },
  'posts a comment once, on whichever posts': async () => {
    const { member, sessions } = await aMember()
    const content = `The same long text on two posts ${randomUUID()}`
    const comment = async (): Promise<Request> => ({
      method: 'POST',
      url: '/api/comments',
      by: 'member',
      payload: { content, postId: (await seedPost(database)).id },
    })
    return {
      sessions,
      requests: [await comment(), await comment()],
      check: async () => expect(await count('comments', 'user_id', member.id)).toBe(1),
    }
  },
  'sends the same feedback once': async () => {
    const { member, sessions } = await aMember()
    const request: Request = {
      method: 'POST',
      url: '/api/feedback',
      by: 'member',
      payload: { content: 'Good' },
    }
    return {
      sessions,
      requests: [request, request],
      check: async () => expect(await count('feedback', 'user_id', member.id)).toBe(1),
    }
  },
  'sends the same ad request once': async () => {
    const { member, sessions } = await aMember()
    const payload = { name: 'Ad', email: 'ad@example.org' }
    const request: Request = { method: 'POST', url: '/api/ad-requests', by: 'member', payload }
    return {
      sessions,
      requests: [request, request],
      check: async () => expect(await count('ad_requests', 'user_id', member.id)).toBe(1),
    }
  },
  'requests a topic once': async () => {
    const { member, sessions } = await aMember()
    const request = (name: string): Request => ({
      method: 'POST',
      url: '/api/topics/request',
      by: 'member',
      payload: { name, description: 'About it' },
    })
    return {
      sessions,
      requests: [request('Gardens'), request('gardens')],
      check: async () => expect(await count('topic_requests', 'user_id', member.id)).toBe(1),
    }
  },
}

it.each(Object.entries(limited))('lets two servers at once do it for a member: %s', async (_, prepare) => {
  await raceAtEveryStatement(
    prepare,
    ({ requests }) => requests,
    async ({ check }, responses) => {
      expect(statuses(responses)[0]).toBe(200)
      await check()
    },
  )
})

const LIMITED_TABLES = [
  'member_follows',
  'member_blocks',
  'collection_follows',
  'collection_editors',
  'comments',
  'feedback',
  'ad_requests',
  'topic_requests',
  'webhooks',
]

/** Makes each write to the limited tables take so long that two statements which began together overlap. */
const slowDownWrites = async () => {
  await sql.unsafe(`create or replace function wait_a_moment() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.3); return new; end $$`) // The duration of one write.
  for (const table of LIMITED_TABLES)
    await sql.unsafe(
      `create trigger slow before insert or update on ${table} for each row execute function wait_a_moment()`,
    )
}
const restoreWrites = async () => {
  for (const table of LIMITED_TABLES) await sql.unsafe(`drop trigger slow on ${table}`)
}

it.each(Object.entries(limited))(
  'lets two servers that begin in the same moment do it for a member: %s',
  async (_, prepare) => {
    const { sessions, requests, check } = await prepare()
    proxy.pauseBefore(Infinity)
    await slowDownWrites()
    const responses = await Promise.all([
      send(first, requests[0], sessions),
      send(second, requests[1], sessions),
    ]).finally(restoreWrites)
    expect(statuses(responses)[0]).toBe(200)
    await check()
  },
)

it.each(Object.keys(useCases))('runs alone: %s', async (useCase) => {
  const [scene] = await seedUseCaseScenes(database, 1)
  assert(scene)
  const request = useCases[useCase]?.(scene)
  expect(request && (await send(second, request, scene.sessions))).toMatchObject({ status: 200 })
})

/** A post must not be shown with a tag whose page redirects to another one. */
const renamedTags = () => sql`
  select p.id, p.tags from posts p where exists (select from tag_redirects r where r.name = any(current_tags(p.tags)))`

/** Racing all pairs at every statement takes minutes. */
const isComplete = process.env.ALL_RACES === 'true'
const names = Object.keys(useCases)

it.each(names)(
  'leaves counts, tags and responses right when another server does anything meanwhile: %s',
  { timeout: 600_000 },
  async (useCase) => {
    for (let next = 1; ; next += 1) {
      let isAnyPaused = false
      const raced: string[] = []
      // Seeding a scene and comparing counts read all rows, so both are done once for all pairs.
      const scenes = await seedUseCaseScenes(database, names.length)
      for (const [index, scene] of scenes.entries()) {
        const other = names[index] ?? ''
        // By default, each pair is raced at one statement, another one for each pair.
        const statement = isComplete ? next : 3 + ((names.indexOf(useCase) * 7 + index * 3) % 9)
        const requests = [useCases[useCase]?.(scene), useCases[other]?.(scene)] as [Request, Request]
        const { responses, isPaused } = await race(statement, requests, scene.sessions)
        isAnyPaused ||= isPaused
        const answers = responses.map(({ status, body }) => `${status} ${body.code ?? ''}`).join(' and ')
        raced.push(`${useCase} and ${other} at statement ${statement}, post ${scene.post.id}: ${answers}`)
        for (const { status } of responses) expect(status, raced.at(-1)).toBeLessThan(500)
      }
      const context = raced.join('\n')
      expect(await renamedTags(), context).toEqual([])
      expect(await verifyCounts(sql), context).toEqual([])
      if (!isComplete || !isAnyPaused) return
    }
  },
)
