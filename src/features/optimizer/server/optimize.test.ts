import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

type Headers = Record<string, string>
const ask = async (method: 'GET' | 'POST' | 'DELETE', url: string, headers: Headers, payload?: object) => {
  const answer = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}
const optimize = (headers: Headers, payload: object) => ask('POST', '/api/optimize-prompt', headers, payload)
const aMember = async (options: Parameters<typeof seedUser>[1] = {}) => {
  const user = await seedUser(database, options)
  return { user, headers: await seedSession(database, user) }
}

describe('The built-in optimizer', () => {
  it('is reported as in use', async () => {
    expect(await ask('GET', '/api/optimizer', {})).toMatchObject({ status: 200, body: { isBuiltIn: true } })
  })

  it('returns the optimized prompt with its type and models and stores it in the history', async () => {
    const { user, headers } = await aMember()
    const { status, body } = await optimize(headers, {
      prompt: `  Write a poem about \${city}  `,
      type: 'Text',
      models: ['claude', 'claude'],
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(Number),
      optimizedPrompt: expect.stringContaining(`Write a poem about \${city}`),
      type: 'Text',
      models: ['claude'],
    })
    expect(body.optimizedPrompt).toContain('<task>')
    const [log] = await sql`select * from prompt_optimization_logs where id = ${body.id}`
    expect(log).toMatchObject({
      userId: user.id,
      originalPrompt: `Write a poem about \${city}`,
      optimizedPrompt: body.optimizedPrompt,
      promptType: 'Text',
      models: ['claude'],
      madeBy: 'built-in-3',
      counted: false,
    })
  })

  it('responds with an event stream on request', async () => {
    const { headers } = await aMember()
    const { body: json } = await optimize(headers, { prompt: 'Write a poem' })
    const answer = await app.inject({
      method: 'POST',
      url: '/api/optimize-prompt',
      headers: { ...headers, accept: 'text/event-stream' },
      payload: { prompt: 'Write a poem' },
    })
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(answer.headers['cache-control']).toContain('no-store')
    const [, data = ''] = /^event: result\ndata: (.*)\n\n$/.exec(answer.body) ?? []
    expect(JSON.parse(data)).toMatchObject({ optimizedPrompt: json.optimizedPrompt, type: null, models: [] })
  })

  it.each([
    [{ prompt: '' }, 'Prompt is required'],
    [{ prompt: ' \n ' }, 'Prompt is required'],
    [{}, 'Prompt is required'],
    [{ prompt: 7 }, 'Prompt is required'],
    [{ prompt: '𝒳'.repeat(5_001) }, 'Prompt must be at most 5000 characters'],
    [{ prompt: 'x'.repeat(300_000) }, 'Prompt must be at most 5000 characters'],
    [{ prompt: 'x', type: 'Poem' }, 'Type must be Text, Code, Image, Video or Audio'],
    [{ prompt: 'x', models: ['nothing'] }, 'This model is not in the catalogue'],
    [
      { prompt: 'x', models: ['claude', 'chatgpt', 'gemini', 'llama', 'grok', 'mistral'] },
      'You can select up to 5 models',
    ],
    [{ prompt: 'x', refine: { logId: 1, instruction: ' ' } }, 'Describe what to change'],
    [
      { prompt: 'x', refine: { logId: 1, instruction: 'x'.repeat(501) } },
      'Instruction must be at most 500 characters',
    ],
  ])('rejects %j', async (payload, message) => {
    const { headers } = await aMember()
    expect(await optimize(headers, payload)).toMatchObject({ status: 400, body: { message } })
  })

  it('accepts 5000 characters, counted as code points', async () => {
    const { headers } = await aMember()
    expect(
      (
        await optimize(headers, {
          prompt: '𝒳'.repeat(5_000),
          models: ['claude', 'chatgpt', 'gemini', 'llama', 'grok'],
        })
      ).status,
    ).toBe(200)
  })

  it('is available to members with a complete profile, including muted ones', async () => {
    const muted = await aMember({ isMuted: true })
    expect((await optimize({}, { prompt: 'x' })).status).toBe(401)
    expect((await optimize(muted.headers, { prompt: 'Write a poem' })).status).toBe(200)
    await sql`update users set profile_completed = false where id = ${muted.user.id}`
    expect((await optimize(muted.headers, { prompt: 'x' })).status).toBe(403)
  })
})

describe('Refining', () => {
  it('changes an earlier result and records which one', async () => {
    const { headers } = await aMember()
    const earlier = await optimize(headers, { prompt: 'Write a song' })
    const first = await optimize(headers, { prompt: 'Write a poem' })
    const refine = { logId: first.body.id, instruction: 'Mention the moon' }
    const second = await optimize(headers, { prompt: 'Write a poem', refine })
    expect(second.body.optimizedPrompt).toContain('- Mention the moon')
    expect(second.body.optimizedPrompt).toContain('Write a poem')
    const { body: history } = await ask('GET', '/api/user/optimizations', headers)
    expect(history).toMatchObject([
      { id: second.body.id, refinedFrom: first.body.id, originalPrompt: 'Write a poem' },
      { id: first.body.id, refinedFrom: null },
      { id: earlier.body.id, refinedFrom: null },
    ])
  })

  it("responds with 404 for another member's result", async () => {
    const [one, other] = [await aMember(), await aMember()]
    const first = await optimize(one.headers, { prompt: 'Write a poem' })
    const refine = { logId: first.body.id, instruction: 'Show it' }
    expect(await optimize(other.headers, { prompt: 'x', refine })).toMatchObject({
      status: 404,
      body: { message: 'Optimization not found' },
    })
  })
})

describe('The history', () => {
  it("is paged, newest first, and contains only the member's own optimizations", async () => {
    const [one, other] = [await aMember({ isMuted: true }), await aMember({ isAdmin: true })]
    const ids: number[] = []
    for (let at = 0; at < 5; at += 1)
      ids.unshift((await optimize(one.headers, { prompt: `Poem ${at}` })).body.id)
    const page = async (query: string, headers = one.headers) =>
      (await ask('GET', `/api/user/optimizations?${query}`, headers)).body.map(({ id }: { id: number }) => id)
    expect(await page('limit=2')).toEqual(ids.slice(0, 2))
    expect(await page(`limit=2&before=${ids[1]}`)).toEqual(ids.slice(2, 4))
    expect(await page(`limit=2&before=${ids[4]}`)).toEqual([])
    expect(await page('', other.headers)).toEqual([])
    expect((await ask('GET', '/api/user/optimizations', {})).status).toBe(401)
    for (const query of ['limit=0', 'limit=51', 'before=x', 'before=0'])
      expect((await ask('GET', `/api/user/optimizations?${query}`, one.headers)).status, query).toBe(400)
  })

  it('lets only the owner delete an entry', async () => {
    const [one, other] = [await aMember(), await aMember({ isAdmin: true })]
    const { body } = await optimize(one.headers, { prompt: 'Poem' })
    const url = `/api/user/optimizations/${body.id}`
    const gone = { status: 404, body: { message: 'Optimization not found' } }
    expect((await ask('DELETE', url, {})).status).toBe(401)
    expect(await ask('DELETE', url, other.headers)).toMatchObject(gone)
    const refine = { logId: body.id, instruction: 'Longer lines' }
    const refined = await optimize(one.headers, { prompt: 'Poem', refine })
    expect((await ask('DELETE', url, one.headers)).status).toBe(200)
    expect(await ask('DELETE', url, one.headers)).toMatchObject(gone)
    const { body: history } = await ask('GET', '/api/user/optimizations', one.headers)
    expect(history).toMatchObject([{ id: refined.body.id, refinedFrom: null }])
  })
})

describe('Counting', () => {
  const count = (headers: Headers) => ask('POST', '/api/user/increment-optimized', headers)

  it('counts each finished optimization once, even with concurrent requests', async () => {
    const { user, headers } = await aMember()
    expect((await count(headers)).body).toEqual({ optimized: 0 })
    await optimize(headers, { prompt: 'Poem' })
    await optimize(headers, { prompt: 'Story' })
    await optimize(headers, { prompt: '' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => count(headers)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await count(headers)).body).toEqual({ optimized: 2 })
    const [row] = await sql`select optimized from users where id = ${user.id}`
    expect(row?.optimized).toBe(2)
    await optimize(headers, { prompt: 'Song' })
    expect((await count(headers)).body).toEqual({ optimized: 3 })
  })

  it("counts only the member's own optimizations and rejects visitors", async () => {
    const [one, other] = [await aMember(), await aMember()]
    await optimize(one.headers, { prompt: 'Poem' })
    expect((await count(other.headers)).body).toEqual({ optimized: 0 })
    expect((await count({})).status).toBe(401)
    expect((await count(one.headers)).body).toEqual({ optimized: 1 })
  })
})

describe('The prompt logs', () => {
  it("list all members' optimizations for admins, fifty per page, newest first", async () => {
    const [one, boss] = [await aMember({ isMuted: true }), await aMember({ isAdmin: true })]
    await sql`delete from prompt_optimization_logs`
    await sql`
      insert into prompt_optimization_logs (user_id, original_prompt, optimized_prompt, created_at)
      select ${one.user.id}, 'Old ' || n, 'New', now() - n * interval '1 minute' from generate_series(1, 59) n`
    const { body } = await optimize(one.headers, { prompt: 'Newest', type: 'Code', models: ['cursor'] })
    const { body: page } = await ask('GET', '/api/admin/prompt-logs', boss.headers)
    expect(page).toHaveLength(50)
    expect(page[0]).toEqual({
      id: body.id,
      userId: one.user.id,
      originalPrompt: 'Newest',
      optimizedPrompt: body.optimizedPrompt,
      promptType: 'Code',
      models: ['cursor'],
      createdAt: expect.any(String),
      user: { id: one.user.id, username: one.user.username },
    })
    const { body: rest } = await ask('GET', '/api/admin/prompt-logs?limit=50&offset=50', boss.headers)
    expect(rest).toHaveLength(10)
    expect(rest[9].originalPrompt).toBe('Old 59')
    const countMatches = async (q: string) =>
      (await ask('GET', `/api/admin/prompt-logs?q=${encodeURIComponent(q)}`, boss.headers)).body.length
    expect([
      await countMatches('EWES'),
      await countMatches('%'),
      await countMatches(one.user.username.toUpperCase()),
    ]).toEqual([1, 0, 50])
    expect((await ask('GET', '/api/admin/prompt-logs', {})).status).toBe(401)
    expect((await ask('GET', '/api/admin/prompt-logs', one.headers)).status).toBe(403)
    expect((await ask('GET', '/api/admin/prompt-logs?limit=51', boss.headers)).status).toBe(400)
  })
})
