import { describe, expect, it, onTestFinished } from 'vitest'
import { draftMessages } from '#features/drafts/contract-messages.ts'
import { readConfig } from '#server/config.ts'
import { errorLogger } from '#server/log.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { buildTestApp, getTestDataDir } from '#tests/support/app.ts'
import { seedDraft, seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { waitFor } from '#tests/support/wait-until.ts'
import { draftPublicationJob } from './publish-due-drafts.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

type Headers = Record<string, string>
type Member = { user: { id: number }; headers: Headers }
const aMember = async (): Promise<Member> => {
  const user = await seedUser(database)
  return { user, headers: (await seedSession(database, user)) as Headers }
}
const request = async (method: string, url: string, headers: Headers, payload?: object) => {
  const response = await app.inject({ method: method as 'GET', url, headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const schedule = (id: string, headers: Headers, publishAt: string = inMinutes(60)) =>
  request('PUT', `/api/user/drafts/${id}/schedule`, headers, { publishAt })
const aDueDraft = async ({ user, headers }: Member, fields: object = {}): Promise<string> => {
  const id = await seedDraft(database, user, fields)
  expect((await schedule(id, headers)).status).toBe(200)
  await makeDue(id)
  return id
}
const makeDue = (id: string) =>
  sql`update drafts set publish_at = now() - interval '1 second' where key = ${id}`
const draftsOf = async ({ headers }: Member) => (await request('GET', '/api/user/drafts', headers)).body
const postsOf = ({ user }: Member) => sql<{ title: string; isPrivate: boolean }[]>`
  select id, title, is_private from posts where user_id = ${user.id} order by id`

const run = (env: Record<string, string> = {}) => {
  const config = readConfig({ DATA_DIR: getTestDataDir(app), RATE_LIMIT_SCALE: '0', ...env })
  const { signal } = new AbortController()
  const context = { sql, config, files: createFileStore(config), log: errorLogger, signal }
  return draftPublicationJob.run({ ...context, databaseUrl: '', enqueuedAt: new Date() }, {})
}

describe('scheduling a draft', () => {
  it('takes a time from a minute to a year ahead', async () => {
    const { user, headers } = await aMember()
    const id = await seedDraft(database, user)
    const publishAt = inMinutes(2)
    expect((await schedule(id, headers, publishAt)).body.publishAt).toBe(publishAt)
    for (const [time, message] of [
      [inMinutes(0.5), draftMessages.tooSoon],
      [inMinutes(366 * 1_440), draftMessages.tooLate],
      ['tomorrow', draftMessages.notATime],
    ] as const)
      expect((await schedule(id, headers, time)).body.issues).toEqual([{ path: 'publishAt', message }])
    expect((await request('DELETE', `/api/user/drafts/${id}/schedule`, headers)).body.publishAt).toBeNull()
    expect((await schedule(crypto.randomUUID(), headers)).body.code).toBe('draft-not-found')
  })

  it('takes a draft that could be published now', async () => {
    const member = await aMember()
    const { user, headers } = member
    const half = await seedDraft(database, user, { title: '', prompt: '' })
    const { status, body } = await schedule(half, headers)
    expect([status, body.issues]).toEqual([
      400,
      [
        { path: 'title', message: 'Title is required' },
        { path: 'prompt', message: 'AI prompt is required' },
      ],
    ])
    const lost = await seedDraft(database, user, { topicId: 2_000_000_000 })
    expect((await schedule(lost, headers)).body.issues[0].path).toBe('topicId')
    await sql`update users set is_muted = true where id = ${user.id}`
    const open = await seedDraft(database, user)
    expect((await schedule(open, headers)).body.code).toBe('account-muted')
    const secret = await seedDraft(database, user, { isPrivate: true })
    expect((await schedule(secret, headers)).status).toBe(200)
  })

  it('lists scheduled drafts first, by their time', async () => {
    const member = await aMember()
    const { user, headers } = member
    const [a, b, c] = [
      await seedDraft(database, user),
      await seedDraft(database, user),
      await seedDraft(database, user),
    ]
    await schedule(a, headers, inMinutes(60))
    await schedule(b, headers, inMinutes(30))
    expect((await draftsOf(member)).map(({ id }: { id: string }) => id)).toEqual([b, a, c])
  })
})

describe('the job', () => {
  it('publishes what is due and nothing else, as the member would', async () => {
    const member = await aMember()
    const topic = await seedTopic(database)
    await aDueDraft(member, { title: 'In a topic', topicId: topic.id, tags: ['rain'] })
    await aDueDraft(member, { title: 'Secret', isPrivate: true })
    const later = await seedDraft(database, member.user)
    await schedule(later, member.headers)
    const half = await seedDraft(database, member.user, { title: '' })
    await run()
    expect(await postsOf(member)).toMatchObject([
      { title: 'In a topic', isPrivate: false },
      { title: 'Secret', isPrivate: true },
    ])
    expect(await draftsOf(member)).toMatchObject([{ id: later }, { id: half }])
    const found = await request('GET', `/api/topics/${topic.slug}/posts`, member.headers)
    expect(found.body.posts ?? found.body).toMatchObject([{ title: 'In a topic', tags: ['rain'] }])
  })

  it('publishes a draft once, however many servers run it at the same time', async () => {
    const member = await aMember()
    for (let count = 0; count < 5; count += 1) await aDueDraft(member, { title: `Number ${count}` })
    await Promise.all([run(), run(), run(), run()])
    expect((await postsOf(member)).map(({ title }) => title).toSorted()).toEqual(
      Array.from({ length: 5 }, (_, count) => `Number ${count}`),
    )
    expect(await draftsOf(member)).toEqual([])
  })

  it('leaves a draft that changes while it is about to be published to the next run', async () => {
    const member = await aMember()
    const id = await aDueDraft(member, { title: 'Before' })
    const running = await sql.begin(async (tx) => {
      await tx`select from users where id = ${member.user.id} for no key update`
      const result = run()
      await waitFor(async () => {
        const waiting = await sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        expect(waiting).toHaveLength(1)
      })
      await tx`
        update drafts set fields = jsonb_set(fields, '{title}', '"After"'), updated_at = clock_timestamp()
        where key = ${id}`
      return [result]
    })
    await Promise.all(running)
    expect(await postsOf(member)).toHaveLength(0)
    await run()
    expect(await postsOf(member)).toMatchObject([{ title: 'After' }])
  })

  it('publishes a draft that was changed after it was scheduled', async () => {
    const member = await aMember()
    const id = await aDueDraft(member)
    const change = { title: 'Changed', description: 'D', prompt: 'P' }
    await request('PUT', `/api/user/drafts/${id}`, member.headers, change)
    await run()
    expect(await postsOf(member)).toMatchObject([{ title: 'Changed' }])
  })

  const problemAfter = async (member: Member, env?: Record<string, string>) => {
    await run(env)
    const [draft] = await draftsOf(member)
    expect(draft.publishAt).toBeNull()
    // The next run does not try to publish the draft again.
    await run(env)
    expect(await postsOf(member)).toHaveLength(0)
    return draft.problem
  }

  it('says that the member was muted', async () => {
    const member = await aMember()
    await aDueDraft(member)
    await sql`update users set is_muted = true where id = ${member.user.id}`
    expect(await problemAfter(member)).toBe(draftMessages.problems.muted)
  })

  it('says that the topic was deleted', async () => {
    const member = await aMember()
    const topic = await seedTopic(database)
    await aDueDraft(member, { topicId: topic.id })
    await sql`delete from topics where id = ${topic.id}`
    expect(await problemAfter(member)).toBe(draftMessages.problems.topicDeleted)
  })

  it('says that a file is gone', async () => {
    const member = await aMember()
    await aDueDraft(member, { exampleFiles: [`/media/${'a'.repeat(64)}-1x1.png`] })
    expect(await problemAfter(member)).toBe(draftMessages.problems.fileDeleted)
  })

  it('says what is missing', async () => {
    const member = await aMember()
    const id = await aDueDraft(member)
    await request('PUT', `/api/user/drafts/${id}`, member.headers, { title: 'Only a title' })
    expect(await problemAfter(member)).toBe('It is not complete: Description is required.')
  })

  it('says that the prompt is published already', async () => {
    const member = await aMember()
    const prompt = 'The very same prompt'
    await aDueDraft(member, { prompt })
    const other = await seedPost(database, { by: member.user as never, prompt })
    await run()
    expect((await draftsOf(member))[0].problem).toMatch(/^You already published this prompt/)
    expect(await postsOf(member)).toMatchObject([{ id: other.id }])
  })

  it('says that the limit of an hour is reached, and publishes after the next schedule', async () => {
    const member = await aMember()
    onTestFinished(async () => {
      await sql`delete from rate_limits`
    })
    await aDueDraft(member, { title: 'First' })
    const second = await aDueDraft(member, { title: 'Second' })
    await run({ RATE_LIMIT_SCALE: '0.0001' })
    expect(await postsOf(member)).toMatchObject([{ title: 'First' }])
    expect(await draftsOf(member)).toMatchObject([
      { id: second, problem: draftMessages.problems.rateLimited },
    ])
    expect((await schedule(second, member.headers)).body.problem).toBe('')
    await makeDue(second)
    await run()
    expect(await postsOf(member)).toMatchObject([{ title: 'First' }, { title: 'Second' }])
  })

  it('counts a draft that fails to be published towards no limit', async () => {
    const member = await aMember()
    await aDueDraft(member, { title: 'Poison' })
    await sql`alter table posts add constraint no_poison check (title <> 'Poison')`
    onTestFinished(async () => {
      await sql`alter table posts drop constraint no_poison`
      await sql`delete from rate_limits`
    })
    await run({ RATE_LIMIT_SCALE: '0.0001' })
    await run({ RATE_LIMIT_SCALE: '0.0001' })
    await aDueDraft(member, { title: 'Good' })
    await run({ RATE_LIMIT_SCALE: '0.0001' })
    expect(await postsOf(member)).toMatchObject([{ title: 'Good' }])
    expect(await draftsOf(member)).toMatchObject([{ title: 'Poison', problem: '' }])
  })

  it('tries for an hour to publish a draft that fails for no known reason, and then says so', async () => {
    const member = await aMember()
    const id = await aDueDraft(member, { title: 'Poison' })
    await sql`alter table posts add constraint no_poison check (title <> 'Poison')`
    onTestFinished(async () => {
      await sql`alter table posts drop constraint no_poison`
    })
    await aDueDraft(member, { title: 'Good' })
    await run()
    expect(await postsOf(member)).toMatchObject([{ title: 'Good' }])
    expect(await draftsOf(member)).toMatchObject([{ id, problem: '', publishAt: expect.any(String) }])
    await sql`update drafts set publish_at = now() - interval '61 minutes' where key = ${id}`
    await run()
    expect(await draftsOf(member)).toMatchObject([
      { problem: draftMessages.problems.unknown, publishAt: null },
    ])
  })
})
