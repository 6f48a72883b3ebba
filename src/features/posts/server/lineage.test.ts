import { describe, expect, it } from 'vitest'
import { markPostsDeleted } from '#features/posts/server/delete-posts-query.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { timeFastest } from '#tests/support/compare-times.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { purgeDeletedPosts } from '#use-cases/purge-posts.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const { sql } = database
const app = await buildTestApp(database)

type Headers = Record<string, string>
const get = async (url: string, headers: Headers = {}) => {
  const answer = await app.inject({ url, headers })
  return { status: answer.statusCode, ...answer.json() }
}
const lineage = (id: number, headers?: Headers) => get(`/api/posts/${id}/lineage`, headers)
let count = 0
const remix = async (headers: Headers, remixOf: number, more: object = {}) => {
  count += 1
  const payload = { title: `Remix ${count}`, description: 'd', prompt: `p ${count}`, remixOf, ...more }
  const answer = await app.inject({ method: 'POST', url: '/api/posts', headers, payload })
  return { status: answer.statusCode, ...answer.json() }
}
const aMember = async () => {
  const member = await seedUser(database)
  return { ...member, headers: await seedSession(database, member) }
}

describe('A remix', () => {
  it('credits what it is based on, whatever the author is called later', async () => {
    const [author, fan] = [await aMember(), await aMember()]
    const source = await seedPost(database, { by: author, title: 'Source' })
    const derived = await remix(fan.headers, source.id)
    expect(derived).toMatchObject({ status: 200, isRemix: true })
    await sql`update users set username = 'renamed' where id = ${author.id}`
    expect(await lineage(derived.id)).toMatchObject({
      ancestors: [{ id: source.id, title: 'Source', user: { username: 'renamed' } }],
      origin: null,
      remixes: [],
    })
    expect((await get(`/api/posts/${source.id}`)).isRemix).toBe(false)
    expect((await get(`/api/posts/${source.id}/related`)).remixCount).toBe(1)
    expect((await lineage(source.id)).remixes).toMatchObject([{ id: derived.id, remixOf: source.id }])
  })

  it('says that its source was deleted', async () => {
    const fan = await aMember()
    const source = await remix(fan.headers, (await seedPost(database)).id)
    const derived = await remix(fan.headers, source.id)
    await sql.begin((tx) => markPostsDeleted(tx, [source.id]))
    expect(await lineage(derived.id)).toMatchObject({ ancestors: [], origin: 'deleted' })
    await purgeDeletedPosts(sql)
    expect(await lineage(derived.id)).toMatchObject({ ancestors: [], origin: 'deleted' })
    expect((await get(`/api/posts/${derived.id}`)).isRemix).toBe(true)
  })

  it('is still published if the source is deleted while the form is open', async () => {
    const fan = await aMember()
    expect(await remix(fan.headers, 2_000_000_000)).toMatchObject({ status: 200, isRemix: true })
  })

  it('must be private if its source is', async () => {
    const [owner, reader, stranger] = [await aMember(), await aMember(), await aMember()]
    const source = await seedPost(database, { by: owner, isPrivate: true, title: 'Hidden' })
    await app.inject({ url: `/api/private/${source.privateId}`, headers: reader.headers })
    expect(await remix(reader.headers, source.id)).toMatchObject({ status: 403, code: 'private-source' })
    const own = await remix(owner.headers, source.id)
    expect(own.status).toBe(200)
    const secret = await remix(reader.headers, source.id, { isPrivate: true })
    expect(await lineage(secret.id, reader.headers)).toMatchObject({ ancestors: [{ title: 'Hidden' }] })
    // A member who cannot see the source learns nothing about it and cannot remix it.
    expect(await lineage(own.id)).toMatchObject({ ancestors: [], origin: 'private' })
    expect(await lineage(secret.id, owner.headers)).toMatchObject({ status: 404 })
    const claimed = await remix(stranger.headers, source.id)
    expect(await lineage(claimed.id, stranger.headers)).toMatchObject({ ancestors: [], origin: 'deleted' })
    expect((await lineage(source.id, owner.headers)).remixes.map(({ id }: { id: number }) => id)).toEqual([
      own.id,
    ])
  })

  it('is exported with its account', async () => {
    const fan = await aMember()
    const source = await seedPost(database)
    await remix(fan.headers, source.id)
    const exported = await get('/api/user/export', fan.headers)
    expect(exported.posts).toMatchObject([{ isRemix: true, remixOf: source.id }])
  })
})

it('lists a lineage of many generations and a thousand remixes with as few queries as one of two posts', async () => {
  const fan = await aMember()
  const first = await seedPost(database)
  const second = await remix(fan.headers, first.id)
  const count = async (id: number) => {
    queries.length = 0
    const answers = [await lineage(id, fan.headers), await get(`/api/posts/${id}/related`, fan.headers)]
    const used = queries.length
    const { ms } = await timeFastest(() => lineage(id, fan.headers))
    return { queries: used, answers, ms }
  }
  await count(first.id)
  const few = await count(first.id)
  await sql`
    insert into posts (user_id, title, description, prompt, prompt_length, seo_slug, remix_of, is_remix)
    select ${fan.id}, 't', 'd', 'p', 1, 'many-' || n, ${first.id}, true from generate_series(1, 1000) n`
  let last = second.id
  for (let generation = 0; generation < 25; generation += 1) last = (await remix(fan.headers, last)).id
  const many = await count(first.id)
  expect(many.queries).toBe(few.queries)
  expect(many.ms).toBeLessThan(20 * Math.max(few.ms, 2))
  const [tree, related] = many.answers
  expect([tree.remixes.length, tree.hasMore, related.remixCount]).toEqual([200, true, 100])
  const deep = await lineage(last)
  expect([deep.ancestors.length, deep.origin]).toEqual([20, 'more'])
})
