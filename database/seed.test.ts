import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BufferSource, Input, MP4 } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { parseMediaName } from '#core/media-name.ts'
import { models } from '#core/model-catalogue.ts'
import { countCharacters } from '#core/text.ts'
import { sessionTimeouts } from '#server/database/pool.ts'
import { remuxVideo } from '#server/media/remux-video.ts'
import { getStoragePath } from '#server/media/storage-path.ts'
import { seedPost } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { seedPosts } from './seed/rows.ts'
import { seedDemoContent } from './seed.ts'
import { verifyCounts } from './verify-counts.ts'

const database = await createTestDatabase()
const existingSite = await createTestDatabase()
const slowSite = await createTestDatabase()
const { sql } = database
const dataDir = await mkdtemp(path.join(tmpdir(), 'seed-'))
const seed = (target = database) =>
  seedDemoContent({ database: target, config: { dataDir, s3: null }, log: { info: () => {} } })

beforeAll(async () => {
  await Promise.all([seed(), seed()])
  await seed()
})
afterAll(async () => {
  await Promise.all([database, existingSite, slowSite].map(({ close }) => close()))
  await rm(dataDir, { recursive: true })
})

describe('demo content', () => {
  test('is inserted once, no matter how often or how many servers start', async () => {
    const [counts] = await sql`
      select count(*)::int as posts, count(distinct type)::int as types, count(distinct topic_id)::int as topics from posts`
    expect(counts).toEqual({ posts: 40, types: 5, topics: 20 })
  })

  test('belongs to seeded authors, including the default user', async () => {
    const users = await sql<{ googleId: string }[]>`select google_id from users`
    expect(users.every((user) => user.googleId.startsWith('fake_'))).toBe(true)
    expect(users.map((user) => user.googleId)).toContain('fake_default')
  })

  test('has correct counts and no dates in the future', async () => {
    expect(await verifyCounts(sql)).toEqual([])
    const futureRows = sql`
      select from posts where created_at > now() union all select from comments where created_at > now()
      union all select from comments c join comments above on above.id = c.parent_id where above.created_at > c.created_at`
    expect(await futureRows).toHaveLength(0)
  })

  test('is searchable', async () => {
    expect(await sql`select from post_search`).toHaveLength(40)
  })

  test('respects the limits, with models that match the type', () => {
    for (const post of seedPosts) {
      expect(countCharacters(post.title)).toBeLessThanOrEqual(limits.title)
      expect(post.models.length).toBeLessThanOrEqual(limits.models)
      const matching = models.filter((model) => model.category === post.type).map((model) => model.id)
      expect(matching).toEqual(expect.arrayContaining(post.models))
    }
    expect(new Set(seedPosts.map((post) => post.title)).size).toBe(40)
  })

  test('has a drawing of its own for each image and video', () => {
    const drawings = seedPosts.map(({ type, illustrations = [] }) => [type, new Set(illustrations)] as const)
    for (const [type, names] of drawings)
      expect([type, names.size]).toEqual([type, type === 'Image' || type === 'Video' ? 1 : 0])
    const all = drawings.flatMap(([, names]) => [...names])
    expect(new Set(all).size).toBe(all.length)
  })

  test('has a recording that the site would accept as an upload', async () => {
    const rows = await sql<{ exampleFiles: string[] }[]>`
      select example_files from posts where type = 'Audio' and array_length(example_files, 1) = 1`
    expect(rows).toHaveLength(1)
    const url = rows[0]?.exampleFiles[0] ?? ''
    const bytes = await readFile(path.join(dataDir, 'media', getStoragePath(url.replace('/media/', ''))))
    expect(bytes.length).toBeLessThan(500_000)
    const { width, height } = parseMediaName(url) ?? {}
    expect(await remuxVideo({ bytes, kind: 'mp4' })).toMatchObject({ width, height })
    using input = new Input({ source: new BufferSource(bytes), formats: [MP4] })
    const [sound] = await input.getAudioTracks()
    expect(await sound?.getCodec()).toBe('flac')
    expect(await sound?.computeDuration()).toBeCloseTo(13.64, 1)
  })

  test('has images whose dimensions match their names', async () => {
    const [post] = await sql<
      { exampleFiles: string[] }[]
    >`select example_files from posts where type = 'Image' and array_length(example_files, 1) = 2`
    for (const url of post?.exampleFiles ?? []) {
      const name = parseMediaName(url)
      const file = sharp(path.join(dataDir, 'media', getStoragePath(url.replace('/media/', ''))))
      expect(await file.metadata()).toMatchObject({
        format: 'webp',
        width: name?.width,
        height: name?.height,
      })
    }
  })
})

test('adds no demo content to a site that has posts', async () => {
  await seedPost(existingSite)
  await seed(existingSite)
  expect(await existingSite.sql`select from posts`).toHaveLength(1)
})

test('waits for a server that takes longer than a lock timeout to add it', async () => {
  const locked = Promise.withResolvers<void>()
  const otherServer = slowSite.sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(hashtext('prompt-collection seed'))`
    locked.resolve()
    // The other server adds the content for longer than a lock may be waited for.
    await transaction`select pg_sleep(${sessionTimeouts.lock_timeout / 1000 + 1})`
  })
  await locked.promise
  await Promise.all([otherServer, seed(slowSite)])
  expect(await slowSite.sql`select from posts`).toHaveLength(40)
})
