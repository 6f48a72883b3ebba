import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendSlugSuffix, buildSeoSlug } from '#core/slugs.ts'
import { cleanText, countCharacters } from '#core/text.ts'
import { verifyCounts } from '#database/verify-counts.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createTestImage, toDataUrl } from '#tests/support/samples.ts'

it('leaves emoji and their variation selectors out of slugs', () => {
  expect(buildSeoSlug('I ❤️ music', 'Text')).toBe('i-music')
  expect(buildSeoSlug('❤️', 'Text')).toBe('text')
  expect(buildSeoSlug('👩‍💻 at work', 'Text')).toBe('at-work')
})

it('keeps slugs with a suffix within the maximum length', () => {
  const full = buildSeoSlug('a'.repeat(200), 'Text')
  expect(full).toHaveLength(80)
  expect(appendSlugSuffix(full, 'k3')).toBe(`${'a'.repeat(77)}-k3`)
  expect(appendSlugSuffix(`${'a'.repeat(76)}-bcd`, 'k3')).toBe(`${'a'.repeat(76)}-k3`)
})

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

type Headers = Record<string, string>
const fields = { title: 'A title', description: 'What it does', prompt: 'Do it.', type: 'Text' }
const publish = async (headers: Headers, more: object = {}) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/posts',
    headers,
    payload: { ...fields, prompt: `Do ${randomUUID()}`, ...more },
  })
  return { status: answer.statusCode, post: answer.json(), ...answer.json() }
}
const aMember = async (userFields = {}) => seedSession(database, await seedUser(database, userFields))
const member = await aMember()
const picture = toDataUrl(await createTestImage().png().toBuffer())

describe('Publishing a post', () => {
  it('stores no file of a post that it rejects', async () => {
    const headers = await aMember()
    const { post: first } = await publish(headers, { prompt: 'The same prompt' })
    const key = randomUUID()
    await publish(headers, { requestKey: key })
    const files = async () => {
      const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from media_files`
      return row?.count
    }
    const before = await files()
    const newPicture = async (height: number) => toDataUrl(await createTestImage(7, height).png().toBuffer())
    const [duplicate, unknownTopic, repeated] = [
      await publish(headers, { prompt: 'The same prompt', exampleFiles: [await newPicture(5)] }),
      await publish(headers, { topicId: 2_000_000_000, exampleFiles: [await newPicture(6)] }),
      await publish(headers, { requestKey: key, exampleFiles: [await newPicture(7)] }),
    ]
    expect([first.id, duplicate.status, unknownTopic.status, repeated.status]).toEqual([
      expect.any(Number),
      409,
      400,
      200,
    ])
    expect(await files()).toBe(before)
  })

  it('counts the same prompt with other line ends as the same', async () => {
    const headers = await aMember()
    const published = async (prompt: string) => (await publish(headers, { prompt })).status
    for (const [first, second] of [
      ['One\nline\nends', 'One\r\nline\r\nends'],
      ['Two\r\nlines', 'Two\nlines'],
      ['Three\rlines', 'Three\r\nlines'],
    ] as const)
      expect([await published(first), await published(second)]).toEqual([200, 409])
    expect(await published('One line ends')).toBe(200)
  })

  it('returns the post with its link, indexes it for search and counts it', async () => {
    const topic = await seedTopic(database, { name: 'Machine Learning' })
    const user = await seedUser(database)
    const headers = await seedSession(database, user)
    const title = 'Quokka drawings'
    const { status, post } = await publish(headers, {
      title,
      topicId: topic.id,
      models: ['chatgpt', 'chatgpt'],
      exampleFiles: [picture],
    })
    expect(status).toBe(200)
    expect(post).toMatchObject({
      title,
      isPrivate: false,
      privateId: null,
      seoSlug: 'quokka-drawings',
      userId: user.id,
      score: 0,
      topic: { id: topic.id, name: 'Machine Learning' },
      models: ['chatgpt'],
      promptTruncated: false,
      exampleFiles: [expect.stringMatching(/^\/media\/[0-9a-f]{64}-60x40\.png$/)],
    })
    expect((await app.inject('/api/t/machine-learning/quokka-drawings')).json().id).toBe(post.id)
    expect((await app.inject('/api/search?q=quokka')).json()).toMatchObject([{ id: post.id }])
    const file = await app.inject(post.exampleFiles[0])
    expect([file.statusCode, file.headers['x-content-type-options']]).toEqual([200, 'nosniff'])
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('keeps a private post behind its link, without a topic, and out of search and counts', async () => {
    const topic = await seedTopic(database)
    const owner = await seedUser(database)
    const headers = await seedSession(database, owner)
    const request = { title: 'Wombat', topicId: topic.id, isPrivate: true }
    const { post } = await publish(headers, request)
    expect(post).toMatchObject({ isPrivate: true, topic: null, topicId: null })
    expect(post.privateId).toMatch(/^[\w-]{22}$/)
    // The slug must not reveal the title.
    expect(post.seoSlug).not.toContain('wombat')
    expect((await app.inject(`/api/private/${post.privateId}`)).json().title).toBe('Wombat')
    expect((await app.inject(`/api/posts/${post.id}`)).statusCode).toBe(404)
    expect((await app.inject({ url: '/api/search?q=wombat', headers })).json()).toEqual([])
    const { post: second } = await publish(headers, { isPrivate: true })
    const list = await app.inject({ url: '/api/user/private-posts', headers })
    expect(list.json().map(({ id }: { id: number }) => id)).toEqual([second.id, post.id])
    expect((await app.inject({ url: '/api/user/private-posts', headers: member })).json()).toEqual([])
    expect((await app.inject('/api/user/private-posts')).statusCode).toBe(401)
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('answers 401 to visitors and 403 before the profile is complete', async () => {
    expect((await publish({})).status).toBe(401)
    const user = await seedUser(database)
    await sql`update users set profile_completed = false where id = ${user.id}`
    expect((await publish(await seedSession(database, user))).status).toBe(403)
  })

  it('lets a muted member publish only private posts', async () => {
    const muted = await aMember({ isMuted: true })
    expect(await publish(muted)).toMatchObject({ status: 403, message: 'Your account is muted' })
    expect((await publish(muted, { isPrivate: true })).status).toBe(200)
    await sql`update users set is_muted = true`
    expect((await publish(await aMember())).status, 'while everybody else is muted').toBe(200)
    await sql`update users set is_muted = false`
  })

  it('refuses an unknown topic', async () => {
    expect(await publish(member, { topicId: 2_000_000_000 })).toMatchObject({
      status: 400,
      message: 'Topic not found',
      issues: [{ path: 'topicId' }],
    })
  })
})

describe('The text of a post', () => {
  it.each([
    ['title', 200, 'Title must be at most 200 characters'],
    ['description', 5_000, 'Description must be at most 5000 characters'],
    ['prompt', 200_000, 'AI prompt must be at most 200000 characters'],
  ])('accepts a %s of %i code points and not one more', async (name, max, message) => {
    const { status, post } = await publish(member, { [name]: '🦘'.repeat(max) })
    expect([status, countCharacters(post[name])]).toEqual([200, max])
    expect(await publish(member, { [name]: 'x'.repeat(max + 1) })).toMatchObject({ status: 400, message })
    expect(await publish(member, { [name]: '🦘'.repeat(max + 1) })).toMatchObject({ status: 400, message })
  })

  it.each([
    ['title', 'Title is required'],
    ['description', 'Description is required'],
    ['prompt', 'AI prompt is required'],
  ])('requires the %s and treats blank text as empty', async (name, message) => {
    for (const text of [undefined, '', ' \n\t ', '\u0000\u0007'])
      expect(await publish(member, { [name]: text })).toMatchObject({ status: 400, message })
  })

  it.each([
    [{ type: 'Poem' }, 400],
    [{ models: ['chatgpt', 'claude', 'gemini', 'llama', 'grok'] }, 200],
    [{ models: ['chatgpt', 'claude', 'gemini', 'llama', 'grok', 'mistral'] }, 400],
    [{ models: ['skynet'] }, 400],
    [{ topicId: '1' }, 400],
    [{ topicId: 0 }, 400],
    [{ isPrivate: 'yes' }, 400],
    [{ exampleFiles: Array(5).fill(picture) }, 200],
    [{ exampleFiles: Array(6).fill(picture) }, 400],
    [{ requestKey: 'again' }, 400],
  ])('answers %j with %i', async (more, status) => {
    expect((await publish(member, more)).status).toBe(status)
  })

  it('is stored and returned as `cleanText` leaves it', async () => {
    const text = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 150 })
      .filter((t) => cleanText(t) !== '')
    await fc.assert(
      fc.asyncProperty(text, text, text, async (title, description, prompt) => {
        const own = `${randomUUID()} ${prompt}`
        const { post } = await publish(member, { title, description, prompt: own, requestKey: randomUUID() })
        expect(post).toMatchObject({
          title: cleanText(title),
          description: cleanText(description),
          prompt: cleanText(own),
          promptLength: countCharacters(cleanText(own)),
        })
      }),
      { numRuns: 60 },
    )
  })
})

describe('An example file', () => {
  it.each([
    ['https://evil.example/a.png'],
    ['//evil.example/a.png'],
    ['javascript:alert(1)'],
    [`/media/${'a'.repeat(64)}-1x1.png`],
    [`${'a'.repeat(64)}-1x1.png`],
    ['/media/../../etc/passwd'],
    [''],
  ])('cannot be %s', async (file) => {
    expect(await publish(member, { exampleFiles: [file] })).toMatchObject({
      status: 400,
      message: "You can only use files that you've uploaded",
      issues: [{ path: 'exampleFiles.0' }],
    })
  })

  it("cannot be another member's", async () => {
    const { post } = await publish(member, { exampleFiles: [picture] })
    const other = await aMember()
    expect((await publish(other, { exampleFiles: post.exampleFiles })).status).toBe(400)
    expect((await publish(member, { exampleFiles: post.exampleFiles })).status).toBe(200)
  })

  it('is named in the error when it is invalid', async () => {
    const html = toDataUrl(Buffer.from('<html>'))
    expect(await publish(member, { exampleFiles: [picture, html] })).toMatchObject({
      status: 415,
      message: 'Invalid file type',
      field: 'exampleFiles.1',
    })
  })
})

describe('The same request', () => {
  it('creates one post within 30 seconds, and a new post later or with different text', async () => {
    const headers = await aMember()
    const request = { prompt: 'Once', exampleFiles: [picture] }
    const [{ id }, again] = await Promise.all([publish(headers, request), publish(headers, request)])
    expect([again.status, again.id]).toEqual([200, id])
    expect((await publish(headers, { ...request, prompt: 'Twice' })).id).not.toBe(id)
    expect((await publish(await aMember(), request)).id).not.toBe(id)
    // Not closer to the limit, because a busy machine may need some seconds for what follows.
    await sql`update post_idempotency_keys set created_at = now() - interval '15 seconds'`
    expect((await publish(headers, request)).id).toBe(id)
    // The same prompt cannot be published again while the first post is less than a day old.
    await sql`update posts set created_at = created_at - interval '25 hours' where id = ${id}`
    await sql`update post_idempotency_keys set created_at = now() - interval '31 seconds'`
    const later = await publish(headers, request)
    expect([later.status, later.id]).toEqual([200, expect.any(Number)])
    expect(later.id).not.toBe(id)
  })

  it('counts as a different one if a file or the order of files differs', async () => {
    const headers = await aMember()
    const second = toDataUrl(await createTestImage(7, 7).png().toBuffer())
    const ids: number[] = []
    for (const exampleFiles of [[], [picture], [second], [picture, second], [second, picture]])
      for (const _ of [1, 2])
        ids.push((await publish(headers, { prompt: 'Files', isPrivate: true, exampleFiles })).id)
    expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 2, 2, 4, 4, 6, 6, 8, 8])
  })

  it('creates one post when sent twenty times concurrently with the same key, whatever else it contains', async () => {
    const headers = await aMember()
    const requestKey = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish(headers, { requestKey })))
    expect(new Set(answers.map(({ id, status }) => `${id} ${status}`)).size).toBe(1)
    expect((await publish(await aMember(), { requestKey })).id).not.toBe(answers[0]?.id)
  })

  it('creates a new post if the first one was deleted', async () => {
    const { id } = await publish(member, { prompt: 'Gone' })
    await app.inject({ method: 'DELETE', url: `/api/posts/${id}`, headers: member })
    expect((await publish(member, { prompt: 'Gone' })).id).not.toBe(id)
  })
})

it('gives twenty simultaneous posts with the same title twenty different slugs', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, () => aMember()))
  const title = 'The very same '.repeat(10)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => publish(members[n % 4] ?? {}, { title })),
  )
  const slugs = answers.map(({ post }) => post.seoSlug)
  expect(new Set(slugs).size).toBe(20)
  expect(slugs).toContain(buildSeoSlug(title, 'Text'))
  for (const slug of slugs) expect(slug).toMatch(/^the-very-same-[a-z0-9-]{1,66}$/)
  expect(await verifyCounts(sql)).toEqual([])
})

it('limits publishing per hour', async () => {
  const limited = await buildTestApp(database, { RATE_LIMIT_SCALE: '0.02' })
  const headers = await aMember()
  const send = () => limited.inject({ method: 'POST', url: '/api/posts', headers, payload: fields })
  expect([(await send()).statusCode, (await send()).statusCode]).toEqual([200, 200])
  const refused = await send()
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

it("limits one member's concurrent large uploads to a quarter of the budget, and never refuses small ones", async () => {
  const headers = await aMember()
  const large = Array(4).fill(`data:image/png;base64,${'A'.repeat(3_500_000)}`)
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => publish(headers, { exampleFiles: large })),
    publish(headers),
  ])
  const statuses = answers.map(({ status }) => status)
  const refused = statuses.filter((status) => status === 503).length
  // The number of accepted uploads depends on how fast the first ones finish.
  expect(statuses.filter((status) => status === 415).length + refused).toBe(8)
  expect(refused).toBeGreaterThan(0)
  expect(refused).toBeLessThanOrEqual(3)
  expect(statuses[8]).toBe(200)
  expect((await publish(headers, { exampleFiles: large })).status).toBe(415)
})
