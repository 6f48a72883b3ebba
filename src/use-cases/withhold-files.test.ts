import pg from 'pg'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { selectRestrictedFiles } from '#features/media/server/restricted-files-query.ts'
import { openDatabase } from '#server/database/connect.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { createTestImage, toDataUrl } from '#tests/support/samples.ts'
import { liftRestrictions, restrictPosts } from './restrict-posts.ts'

const statements: string[] = []
const url = await provisionTestDatabase()
const database = openDatabase({ url, max: 5, onQuery: (text) => statements.push(text) })
afterAll(() => database.close())
const { sql } = database
const app = await buildTestApp(database)

const aMember = async (fields: Parameters<typeof seedUser>[1] = {}) => {
  const user = await seedUser(database, fields)
  return { ...user, headers: await seedSession(database, user) }
}
type Someone = Awaited<ReturnType<typeof aMember>>

/** Publishes a post with a picture of this width. */
const publish = async (by: Someone, width: number) => {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/api/posts',
    headers: by.headers,
    payload: {
      title: `A picture of ${width} by ${by.username}`,
      description: 'Words',
      prompt: `Draw ${width} for ${by.username}`,
      type: 'Image',
      exampleFiles: [toDataUrl(await createTestImage(width, 100).png().toBuffer())],
    },
  })
  expect(statusCode).toBe(200)
  const { id, exampleFiles } = JSON.parse(body) as { id: number; exampleFiles: string[] }
  return { id, file: exampleFiles[0] ?? '' }
}
/** Returns the status of the file and of a thumbnail, and whether a program may store the file. */
const read = async (file: string, by?: Someone) => {
  const answers = [file, `${file}/320.webp`].map((url) => app.inject({ url, headers: by?.headers ?? {} }))
  const [whole, small] = await Promise.all(answers)
  return [whole?.statusCode, small?.statusCode, String(whole?.headers['cache-control'])]
}
const remove = (...ids: number[]) => sql.begin((tx) => restrictPosts(tx, ids, 'removed'))
/** Files are looked up again after five seconds. */
let now = 0
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
const wait = () => {
  now += 6_000
}

it('serves the files of a removed post to its author and to staff only, and lets nothing store them', async () => {
  const [author, reader] = [await aMember(), await aMember()]
  const staff = [await aMember({ isAdmin: true }), await aMember({ isModerator: true })]
  const suspended = await aMember({ isModerator: true })
  await sql`update users set is_suspended = true where id = ${suspended.id}`
  const { id, file } = await publish(author, 301)
  expect((await read(file)).slice(0, 2)).toEqual([200, 200])
  await remove(id)
  wait()
  for (const by of [undefined, reader, suspended])
    expect((await read(file, by)).slice(0, 2), by?.username ?? 'visitor').toEqual([404, 404])
  for (const by of [author, ...staff]) expect(await read(file, by)).toEqual([200, 200, 'private, no-store'])
  await sql.begin((tx) => liftRestrictions(tx, [id]))
  wait()
  expect(await read(file)).toEqual([200, 200, 'public, max-age=31536000, immutable'])
})

it('serves a file that another post shows, too, and withholds one of an earlier version', async () => {
  const [author, other] = [await aMember(), await aMember()]
  const [first, second] = [await publish(author, 302), await publish(other, 302)]
  expect(first.file).toBe(second.file)
  await remove(first.id)
  wait()
  expect((await read(first.file))[0]).toBe(200)
  await remove(second.id)
  wait()
  expect((await read(first.file))[0]).toBe(404)

  const edited = await publish(author, 303)
  const replacement = toDataUrl(await createTestImage(304, 100).png().toBuffer())
  const { statusCode } = await app.inject({
    method: 'PATCH',
    url: `/api/posts/${edited.id}`,
    headers: author.headers,
    payload: { exampleFiles: [replacement], note: 'Another picture' },
  })
  expect(statusCode).toBe(200)
  await remove(edited.id)
  wait()
  expect((await read(edited.file))[0]).toBe(404)
})

it('withholds a picture of a withdrawn version, and not if the post still shows it', async () => {
  const [author, reader] = [await aMember(), await aMember()]
  const edit = async (id: number, exampleFiles: string[]) => {
    const { statusCode } = await app.inject({
      method: 'PATCH',
      url: `/api/posts/${id}`,
      headers: author.headers,
      payload: { exampleFiles, title: `Other ${id}` },
    })
    expect(statusCode).toBe(200)
  }
  const [{ id, file }, same] = [await publish(author, 309), await publish(author, 310)]
  await edit(id, [])
  await edit(same.id, [same.file])
  await sql`update post_versions set is_withdrawn = true where number = 1 and post_id = any(${[id, same.id]}::integer[])`
  wait()
  for (const by of [undefined, reader]) expect((await read(file, by)).slice(0, 2)).toEqual([404, 404])
  expect(await read(file, author)).toEqual([200, 200, 'private, no-store'])
  expect((await read(same.file))[0]).toBe(200)
  await sql`update post_versions set is_withdrawn = false where post_id = ${id}`
  wait()
  expect((await read(file))[0]).toBe(200)
})

it('finds the withdrawn versions with files by an index', async () => {
  await selectRestrictedFiles(sql, 10)
  const listing = statements.at(-1)
  const client = new pg.Client(url)
  await client.connect()
  // The table is too small for the planner to use an index by itself.
  await client.query('set enable_seqscan = off')
  const { rows: plan } = await client.query(`explain (generic_plan) ${listing}`)
  await client.end()
  expect(JSON.stringify(plan)).toContain('using post_versions_withdrawn on post_versions')
})

it('serves an avatar, and files when the database does not answer', async () => {
  const [author, owner] = [await aMember(), await aMember()]
  const { id, file } = await publish(author, 305)
  await sql`update users set avatar = ${file} where id = ${owner.id}`
  await remove(id)
  wait()
  expect((await read(file))[0]).toBe(200)
  const other = await publish(author, 306)
  await seedPost(database)
  const name = 'posts_renamed'
  await sql`alter table posts rename to ${sql(name)}`
  wait()
  expect((await read(other.file))[0]).toBe(200)
  await sql`alter table ${sql(name)} rename to posts`
})

it('serves the avatar of a suspended member to themselves and to staff only, and lets nothing store it', async () => {
  const [member, reader] = [await aMember(), await aMember()]
  const moderator = await aMember({ isModerator: true })
  const picture = toDataUrl(await createTestImage(311, 311).png().toBuffer())
  const changed = await app.inject({
    method: 'PATCH',
    url: '/api/user/profile',
    headers: member.headers,
    payload: { avatar: picture },
  })
  const file = String(changed.json().avatar)
  const suspend = async (until: string | null) => {
    await sql`update users set is_suspended = true, suspended_until = ${until}::timestamptz where id = ${member.id}`
    wait()
  }
  expect((await read(file))[0]).toBe(200)
  await suspend(null)
  for (const by of [undefined, reader]) expect((await read(file, by))[0]).toBe(404)
  for (const by of [member, moderator]) {
    const [status, , cache] = await read(file, by)
    expect([status, cache]).toEqual([200, 'private, no-store'])
  }
  await suspend('2020-01-01')
  expect((await read(file))[0]).toBe(200)
  // Another post that shows the file shows it to everybody.
  await suspend(null)
  await seedPost(database, { exampleFiles: [file] })
  expect((await read(file))[0]).toBe(200)
})

it('serves other files by the last list for up to thirty seconds while the database hangs', async () => {
  const author = await aMember()
  const [{ id, file }, other] = [await publish(author, 307), await publish(author, 308)]
  await remove(id)
  wait()
  expect([(await read(file))[0], (await read(other.file))[0]]).toEqual([404, 200])
  let late: ReturnType<typeof read> | undefined
  let isServed = false
  await sql.begin(async (tx) => {
    // Whoever reads posts waits.
    await tx`lock table posts in access exclusive mode`
    wait()
    expect((await read(other.file)).slice(0, 2)).toEqual([200, 200])
    now += 20_000
    expect((await read(other.file)).slice(0, 2)).toEqual([200, 200])
    // An older list could show what has been removed long ago.
    now += 10_000
    late = read(other.file).finally(() => {
      isServed = true
    })
    expect((await app.inject('/robots.txt')).statusCode).toBe(200)
    expect(isServed).toBe(false)
  })
  expect((await late)?.slice(0, 2)).toEqual([200, 200])
  expect((await read(file))[0]).toBe(404)
})
