import { expect, it } from 'vitest'
import { buildTestApp } from './support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)
const by = await seedUser(database, { isAdmin: true })
const topic = await seedTopic(database, { name: 'Art' })
const post = await seedPost(database, { by, topic })
const member = await seedSession(database, by)

/** Lists every GET endpoint in the OpenAPI document, with parameters that match existing data. */
const { paths: declared } = (await app.inject('/api/openapi.json')).json() as {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>
}
const PARAMETERS: Record<string, string> = {
  id: String(post.id),
  name: 'art',
  topicName: 'art',
  seoSlug: post.seoSlug,
  username: by.username,
  privateId: 'x'.repeat(22),
  provider: 'local',
}
const reads = Object.entries(declared).flatMap(([path, { get }]) =>
  // Event streams are skipped because they never end.
  get && !path.endsWith('/stream')
    ? [
        {
          path,
          url: path.replace(/\{(\w+)\}/g, (_, name: string) => PARAMETERS[name] ?? '1'),
          names: (get.parameters ?? [])
            .filter((parameter) => parameter.in === 'query')
            .map(({ name }) => name),
        },
      ]
    : [],
)
const isFull = process.env.FULL_TESTS === 'true'
const JUNK = [
  '-1',
  '0',
  '51',
  '1e9',
  'NaN',
  'abc',
  '',
  '1e18',
  '1.5',
  '0x1',
  '%201',
  '%00',
  '%ED%A0%80',
  '%FF',
  'nope',
  '%F0%9F%A6%8A',
  "'",
  '%22',
  '%5C',
  '%25',
  '[]',
  '{}',
  '99999999999999999999',
  '%E2%80%AE',
  'x'.repeat(10_000),
]

/**
 * Returns requests with each of these values for a parameter. A value can be alone or follow another one, and a visitor or a
 * member can send it. With `FULL_TESTS`, it is sent in all four ways; otherwise in one, which depends on its place and on the name.
 */
const requestsWith = (name: string) =>
  JUNK.flatMap((junk, index) =>
    [`${name}=${junk}`, `${name}=1&${name}=${junk}`]
      .flatMap((query) => [{}, member].map((headers) => ({ query, headers })))
      .filter((_, way) => isFull || way === (index + name.length) % 4),
  )

it('covers the GET endpoints of the site', () => expect(reads.length).toBeGreaterThan(15))

it.each(reads)(
  '$path responds to an invalid query with 400 or as usual, but never with 5xx',
  async ({ url, names }) => {
    const others = [
      ...names.map((name) => `${name}[]=1`),
      'unknown=%00',
      '__proto__=1',
      '&&==',
      '%',
      '?',
    ].flatMap((query) => [{}, member].map((headers) => ({ query, headers })))
    for (const { query, headers } of [...names.flatMap(requestsWith), ...others]) {
      const { statusCode, body } = await app.inject({ url: `${url}?${query}`, headers })
      const details = `${query.slice(0, 60)} ${body.slice(0, 200)}`
      expect([200, 400, 401, 404], details).toContain(statusCode)
      if (statusCode === 400) expect(JSON.parse(body).message).toMatch(/\w+ \w+/)
    }
  },
)

it('responds to an invalid id or path with JSON and the right status', async () => {
  for (const { path } of reads) {
    if (!path.includes('{')) continue
    for (const junk of ['0', '-1', '1e3', '%00', '2147483648', 'x'.repeat(5_000), '%F0%9F%A6%8A', '..%2f']) {
      const url = path.replace(/\{\w+\}/g, junk)
      const answer = await app.inject({ url, headers: member })
      expect([200, 400, 404, 414], url.slice(0, 80)).toContain(answer.statusCode)
      expect(answer.headers['content-type']).toMatch(/^application\/(problem\+)?json/)
      if (answer.statusCode >= 400) expect(answer.json().message).toEqual(expect.any(String))
    }
  }
})
