import { describe, expect, it } from 'vitest'
import type { JobContext } from '#server/jobs/job.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { hiddenTextJob, selectHiddenText } from './hidden-text-query.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const by = await seedUser(database)
const headers = await seedSession(database, by)
const reader = await seedSession(database, await seedUser(database))

const TAGS = '\u{e0062}\u{e0075}\u{e0079}'
const HIDDEN = [{ field: 'prompt', kind: 'invisible-characters', count: 3 }]
let lastNumber = 0
const publish = async (payload: object): Promise<{ id: number; hiddenText?: unknown; privateId: string }> => {
  lastNumber += 1
  const prompt = `Draw ${lastNumber} cats.`
  const body = { title: 'A', description: 'B', prompt, ...payload }
  const response = await app.inject({ method: 'POST', url: '/api/posts', headers, payload: body })
  expect(response.statusCode).toBe(200)
  return response.json()
}
const get = async (url: string, as: typeof reader | null = reader) =>
  (await app.inject({ url, ...(as ? { headers: as } : {}) })).json()
const runJob = (signal = new AbortController().signal) =>
  hiddenTextJob.run({ sql, signal } as unknown as JobContext, {})

describe('what a post hides', () => {
  it('is found when the post is published, and absent where nothing is', async () => {
    expect((await publish({ prompt: `Draw a cat.${TAGS}` })).hiddenText).toEqual(HIDDEN)
    expect(await publish({})).not.toHaveProperty('hiddenText')
  })

  it('is found in the title and the description, too', async () => {
    const { hiddenText } = await publish({
      title: 'A \u202etac\u202c',
      description: 'See [https://github.com](https://evil.example/github.com).',
    })
    expect(hiddenText).toEqual([
      { field: 'title', kind: 'direction-override', count: 2 },
      { field: 'description', kind: 'disguised-link', count: 1 },
    ])
  })

  it('changes with each edit, also of another field', async () => {
    const { id } = await publish({ prompt: `Draw a cow.${TAGS}` })
    const edit = async (payload: object) =>
      (await app.inject({ method: 'PATCH', url: `/api/posts/${id}`, headers, payload })).json()
    expect((await edit({ description: 'C' })).hiddenText).toEqual(HIDDEN)
    expect((await edit({ license: 'MIT' })).hiddenText).toEqual(HIDDEN)
    expect(await edit({ prompt: 'Draw a cow.' })).not.toHaveProperty('hiddenText')
    expect((await edit({ prompt: `Draw a cow.${TAGS}${TAGS}` })).hiddenText[0].count).toBe(6)
  })

  it('is counted for visitors, but not quoted, where the prompt is cut', async () => {
    const { id } = await publish({ prompt: `${'Draw a cat. '.repeat(20)}${TAGS} end` })
    const post = await get(`/api/posts/${id}`, null)
    expect(post.hiddenText).toEqual(HIDDEN)
    expect(JSON.stringify(post)).not.toContain('\u{e0062}')
    const feed = await get('/api/posts?limit=50', null)
    expect(JSON.stringify(feed)).toContain('"hiddenText":[{"kind"')
  })

  it('is named to the readers of a private link', async () => {
    const { privateId } = await publish({ prompt: `Draw a hen.${TAGS}`, isPrivate: true })
    expect((await get(`/api/private/${privateId}`)).hiddenText).toEqual(HIDDEN)
  })

  it('does not keep a post from being published, found and exported as it is written', async () => {
    const { id } = await publish({ prompt: `Draw a dog.${TAGS}` })
    expect((await get(`/api/posts/${id}`)).prompt).toBe(`Draw a dog.${TAGS}`)
  })
})

describe('the job over old posts', () => {
  it('searches those that have not been searched, and continues after it was stopped', async () => {
    const ids: number[] = []
    for (let number = 0; number < 3; number += 1)
      ids.push((await seedPost(database, { prompt: `Old ${number}${number === 1 ? TAGS : ''}` })).id)
    const stopped = new AbortController()
    stopped.abort()
    await expect(runJob(stopped.signal)).rejects.toThrow()
    expect(await selectHiddenText(sql, ids)).toEqual(new Map())
    await runJob()
    expect(await selectHiddenText(sql, ids)).toEqual(new Map([[ids[1], HIDDEN]]))
    const [left] = await sql<{ count: number }[]>`
      select count(*)::integer as count from posts where hidden_text is null`
    expect(left?.count).toBe(0)
    await runJob()
    expect(await selectHiddenText(sql, ids)).toEqual(new Map([[ids[1], HIDDEN]]))
  })

  it('skips a post that is locked, and does not change a revision or a version', async () => {
    const { id } = await seedPost(database, { prompt: `Locked${TAGS}` })
    await sql.begin(async (tx) => {
      await tx`select from posts where id = ${id} for update`
      await runJob()
    })
    expect(await selectHiddenText(sql, [id])).toEqual(new Map())
    const before = await sql`select revision, version from posts where id = ${id}`
    await runJob()
    expect(await selectHiddenText(sql, [id])).toEqual(new Map([[id, HIDDEN]]))
    expect(await sql`select revision, version from posts where id = ${id}`).toEqual(before)
  })

  it('takes more posts than a batch has', async () => {
    await sql`insert into posts (title, description, prompt, prompt_length, user_id, seo_slug)
      select 'A', 'B', 'Many' || n, 5, ${by.id}, 'many-' || n from generate_series(1, 230) as n`
    await runJob()
    const [left] = await sql<{ count: number }[]>`
      select count(*)::integer as count from posts where hidden_text is null`
    expect(left?.count).toBe(0)
  })
})
