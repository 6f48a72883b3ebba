import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const app = await buildTestApp(database)
const member = await seedUser(database, { username: 'Asker' })
const headers = await seedSession(database, member)

const suggest = async (query: string, by: Record<string, string> = headers) => {
  const response = await app.inject({ url: `/api/mentions?${query}`, headers: by })
  return { status: response.statusCode, body: response.json() }
}
const namesOf = async (query: string) =>
  (await suggest(query)).body.map(({ username }: { username: string }) => username)

describe('Suggestions for mentions', () => {
  it('list members by the beginning of their names, without the member and without incomplete profiles', async () => {
    const found = await seedUser(database, { username: 'Prefixed' })
    await seedUser(database, { username: 'PrefixNo', profileCompleted: false })
    await seedUser(database, { username: 'NotPrefix' })
    expect((await suggest('prefix=PREF')).body).toEqual([{ ...found, avatar: null }])
    expect(await namesOf('prefix=pr')).toEqual(['Prefixed'])
    for (const prefix of ['p', '', 'asker']) expect(await namesOf(`prefix=${prefix}`)).toEqual([])
  })

  it('leave out who is suspended', async () => {
    const author = await seedUser(database, { username: 'suAuthor', isSuspended: true })
    const item = await seedPost(database, { by: author })
    await seedUser(database, { username: 'suElsewhere', isSuspended: true })
    await seedComment(database, { on: item, by: await seedUser(database, { username: 'suHere' }) })
    expect(await namesOf(`prefix=su&postId=${item.id}`)).toEqual(['suHere'])
  })

  it('list those who take part in the post first, newest first, also without a prefix', async () => {
    const author = await seedUser(database, { username: 'joAuthor' })
    const item = await seedPost(database, { by: author })
    await seedUser(database, { username: 'joElsewhere' })
    for (const username of ['joFirst', 'Other', 'joLast'])
      await seedComment(database, { on: item, by: await seedUser(database, { username }) })
    await seedComment(database, { on: item, by: member })
    expect(await namesOf(`postId=${item.id}`)).toEqual(['joLast', 'Other', 'joFirst', 'joAuthor'])
    queries.length = 0
    expect(await namesOf(`prefix=jo&postId=${item.id}`)).toEqual([
      'joLast',
      'joFirst',
      'joAuthor',
      'joElsewhere',
    ])
    const statements = queries.filter((text) => /from participants|user_search/.test(text))
    expect(statements).toHaveLength(2)
  })

  it('are at most eight, and as many if the member and those who take part have such names themselves', async () => {
    const asker = await seedUser(database, { username: 'kiwi' })
    const own = await seedSession(database, asker)
    const item = await seedPost(database, { by: await seedUser(database, { username: 'kiwiAuthor' }) })
    for (let count = 0; count < 9; count += 1) await seedUser(database, { username: `kiwi${count}` })
    const all = (await suggest('prefix=kiwi', own)).body
    expect(all).toHaveLength(8)
    expect(all.map(({ username }: { username: string }) => username)).not.toContain('kiwi')
    const amongOthers = (await suggest(`prefix=kiwi&postId=${item.id}`, own)).body
    expect(amongOthers).toHaveLength(8)
    expect(amongOthers[0].username).toBe('kiwiAuthor')
  })

  it('keep to themselves who takes part in a post that the member cannot see', async () => {
    const item = await seedPost(database, {
      isPrivate: true,
      by: await seedUser(database, { username: 'Hidden' }),
    })
    expect(await namesOf(`prefix=&postId=${item.id}`)).toEqual([])
    await app.inject({ url: `/api/private/${item.privateId}`, headers })
    expect(await namesOf(`prefix=&postId=${item.id}`)).toEqual(['Hidden'])
  })

  it('are for members only, and reject other characters', async () => {
    expect((await suggest('prefix=ab', {})).status).toBe(401)
    for (const query of ['prefix=%25', 'prefix=a_b', `prefix=${'a'.repeat(21)}`])
      expect((await suggest(query)).status).toBe(400)
  })

  it('are limited per member', async () => {
    const limited = await buildTestApp(database, { RATE_LIMIT_SCALE: '0.01' })
    const statuses: number[] = []
    for (let n = 0; n < 12; n += 1)
      statuses.push((await limited.inject({ url: '/api/mentions?prefix=ab', headers })).statusCode)
    expect(statuses.at(0)).toBe(200)
    expect(statuses.at(-1)).toBe(429)
  })
})
