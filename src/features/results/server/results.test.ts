import { describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const { sql } = database
const app = await buildTestApp(database)

type Headers = Record<string, string>
const send = async (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  headers: Headers = {},
  payload?: object,
) => {
  const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, ...answer.json() }
}
const aMember = async () => {
  const member = await seedUser(database)
  return { ...member, headers: await seedSession(database, member) }
}
const report = (headers: Headers, id: number, model: string, worked: boolean, more: object = {}) =>
  send('POST', `/api/posts/${id}/results`, headers, { model, worked, ...more })
const resultsOf = (id: number, headers?: Headers) => send('GET', `/api/posts/${id}/results`, headers)

describe('Results', () => {
  it('count once for each member and model, and the last report of a member is the one that counts', async () => {
    const { id } = await seedPost(database)
    const [ann, bob] = [await aMember(), await aMember()]
    await report(ann.headers, id, 'claude', false)
    await report(ann.headers, id, 'claude', true, { note: ' With examples ', example: 'A poem' })
    await report(ann.headers, id, 'chatgpt', false)
    const { tallies } = await report(bob.headers, id, 'claude', true)
    expect(tallies).toEqual([
      { model: 'claude', worked: 2, total: 2 },
      { model: 'chatgpt', worked: 0, total: 1 },
    ])
    const seen = await resultsOf(id, ann.headers)
    expect(seen.reports).toHaveLength(3)
    expect(seen.own).toMatchObject([
      { model: 'chatgpt', worked: false },
      { model: 'claude', worked: true, note: 'With examples', example: 'A poem' },
    ])
    expect(await send('GET', `/api/posts/${id}`, ann.headers)).toMatchObject({ hasResults: true, tallies })
    expect((await send('DELETE', `/api/posts/${id}/results/claude`, ann.headers)).tallies).toEqual([
      { model: 'claude', worked: 1, total: 1 },
      { model: 'chatgpt', worked: 0, total: 1 },
    ])
    expect((await verifyCounts(sql)).filter(({ table }) => table === 'posts')).toEqual([])
  })

  it('sort many reports before a single one', async () => {
    const { id } = await seedPost(database)
    const one = await aMember()
    await report(one.headers, id, 'gemini', true)
    for (let index = 0; index < 12; index += 1)
      await report((await aMember()).headers, id, 'claude', index > 0)
    const { tallies } = await resultsOf(id, one.headers)
    expect(tallies).toEqual([
      { model: 'claude', worked: 11, total: 12 },
      { model: 'gemini', worked: 1, total: 1 },
    ])
  })

  it('begin again when the prompt changes, but not when something else does', async () => {
    const author = await aMember()
    const { id } = await seedPost(database, { by: author })
    const reader = await aMember()
    await report(reader.headers, id, 'claude', true)
    await send('PATCH', `/api/posts/${id}`, author.headers, { title: 'A better title' })
    expect((await resultsOf(id, reader.headers)).tallies).toHaveLength(1)
    await sql`update post_versions set created_at = created_at - interval '11 minutes'`
    await send('PATCH', `/api/posts/${id}`, author.headers, { prompt: 'Another prompt' })
    expect(await resultsOf(id, reader.headers)).toMatchObject({ tallies: [], reports: [], own: [] })
    await report(reader.headers, id, 'claude', false)
    expect((await resultsOf(id, reader.headers)).tallies).toEqual([{ model: 'claude', worked: 0, total: 1 }])
    const stored = await sql<{ promptVersion: number; worked: boolean }[]>`
      select prompt_version, worked from post_results where post_id = ${id} order by id`
    expect(stored).toEqual([
      { promptVersion: 1, worked: true },
      { promptVersion: 3, worked: false },
    ])
  })

  it('stay with the version whose prompt they are about, also after versions before it are deleted', async () => {
    const author = await aMember()
    const { id } = await seedPost(database, { by: author })
    const reader = await aMember()
    const age = () => sql`update post_versions set created_at = created_at - interval '11 minutes'`
    const edit = async (changes: object) => {
      await age()
      await send('PATCH', `/api/posts/${id}`, author.headers, changes)
    }
    await report(reader.headers, id, 'claude', true)
    await edit({ prompt: 'The second prompt' })
    await report(reader.headers, id, 'claude', false, { note: 'Of the second' })
    await edit({ title: 'The third version' })
    await edit({ prompt: 'The fourth version' })
    const ofVersion = (number: number) =>
      send('GET', `/api/posts/${id}/results?version=${number}`, reader.headers)
    const second = { tallies: [{ model: 'claude', worked: 0, total: 1 }] }
    expect((await ofVersion(1)).tallies).toEqual([{ model: 'claude', worked: 1, total: 1 }])
    expect(await ofVersion(2)).toMatchObject({ ...second, reports: [{ note: 'Of the second' }] })
    expect(await ofVersion(3)).toMatchObject(second)
    expect(await ofVersion(4)).toMatchObject({ tallies: [], reports: [], own: [] })
    await send('DELETE', `/api/posts/${id}/versions/2`, author.headers)
    expect(await ofVersion(3)).toMatchObject(second)
    expect(await ofVersion(2)).toMatchObject({ status: 404, code: 'version-not-found' })
    // Creates a row as a server of the previous version would have stored it.
    await sql`update post_versions set prompt_version = null where post_id = ${id}`
    expect((await ofVersion(1)).tallies).toEqual([{ model: 'claude', worked: 1, total: 1 }])
    expect((await ofVersion(4)).tallies).toEqual([])
  })

  it('begin again when the prompt changes twice within ten minutes and somebody has tried the one between', async () => {
    const author = await aMember()
    const { id } = await seedPost(database, { by: author })
    const reader = await aMember()
    const edit = (prompt: string) => send('PATCH', `/api/posts/${id}`, author.headers, { prompt })
    expect((await edit('The second prompt')).version).toBe(2)
    expect((await edit('The second prompt, corrected')).version).toBe(2)
    await report(reader.headers, id, 'claude', true)
    expect((await edit('The third prompt')).version).toBe(3)
    expect((await resultsOf(id, reader.headers)).tallies).toEqual([])
    expect((await send('GET', `/api/posts/${id}/results?version=2`)).tallies).toHaveLength(1)
  })

  it('are refused from the author, for unknown models and for too long notes', async () => {
    const author = await aMember()
    const { id } = await seedPost(database, { by: author })
    expect(await report(author.headers, id, 'claude', true)).toMatchObject({
      status: 403,
      code: 'own-post-result',
    })
    const reader = await aMember()
    expect((await report(reader.headers, id, 'abacus', true)).issues[0].path).toBe('model')
    expect((await report(reader.headers, id, 'claude', true, { note: 'x'.repeat(201) })).issues[0].path).toBe(
      'note',
    )
    expect(
      (await report(reader.headers, id, 'claude', true, { example: 'x'.repeat(2_001) })).issues[0].path,
    ).toBe('example')
  })

  it('of private posts are only for those who can see them', async () => {
    const owner = await aMember()
    const { id, privateId } = await seedPost(database, { by: owner, isPrivate: true })
    const reader = await aMember()
    expect((await report(reader.headers, id, 'claude', true)).status).toBe(404)
    expect((await resultsOf(id, reader.headers)).status).toBe(404)
    await send('GET', `/api/private/${privateId}`, reader.headers)
    expect((await report(reader.headers, id, 'claude', true)).status).toBe(200)
    expect((await resultsOf(id)).status).toBe(404)
  })

  it('cost no query on posts without any', async () => {
    const reader = await aMember()
    const [without, withSome] = [await seedPost(database), await seedPost(database)]
    await report(reader.headers, withSome.id, 'claude', true)
    const count = async (id: number) => {
      await send('GET', `/api/posts/${id}`, reader.headers)
      queries.length = 0
      await send('GET', `/api/posts/${id}`, reader.headers)
      return queries.length
    }
    expect([await count(without.id), await count(withSome.id)]).toEqual([2, 3])
  })

  it('are exported, and deleted with their author', async () => {
    const reader = await aMember()
    const { id } = await seedPost(database)
    await report(reader.headers, id, 'claude', true, { note: 'Fine' })
    const exported = await send('GET', '/api/user/export', reader.headers)
    expect(exported.results).toMatchObject([{ postId: id, model: 'claude', worked: true, note: 'Fine' }])
    await sql`delete from users where id = ${reader.id}`
    expect((await resultsOf(id)).tallies).toEqual([])
    expect((await verifyCounts(sql)).filter(({ table }) => table === 'posts')).toEqual([])
  })
})

describe('The filter works:', () => {
  it('finds posts whose prompt worked with the model, also in bookmarks', async () => {
    const reader = await aMember()
    const [good, bad] = [
      await seedPost(database, { title: 'Wombat good' }),
      await seedPost(database, { title: 'Wombat bad' }),
    ]
    await report(reader.headers, good.id, 'claude', true)
    await report(reader.headers, bad.id, 'claude', false)
    await report(reader.headers, bad.id, 'gemini', true)
    const found = async (q: string) =>
      (await app.inject({ url: `/api/search?q=${encodeURIComponent(q)}`, headers: reader.headers }))
        .json()
        .map(({ id }: { id: number }) => id)
    expect(await found('wombat works:claude')).toEqual([good.id])
    expect(await found('wombat works:gemini')).toEqual([bad.id])
    expect((await found('wombat works:claude,gemini')).toSorted()).toEqual([good.id, bad.id].toSorted())
    expect(await found('works:claude')).toContain(good.id)
    for (const { id } of [good, bad]) await send('POST', `/api/posts/${id}/bookmark`, reader.headers)
    const saved = await app.inject({ url: '/api/user/bookmarks?q=works%3Aclaude', headers: reader.headers })
    expect(JSON.stringify(saved.json())).toMatch(/Wombat good/)
    expect(JSON.stringify(saved.json())).not.toMatch(/Wombat bad/)
  })
})
