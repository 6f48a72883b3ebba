import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { cleanText, countCharacters } from '#core/text.ts'
import { seedPermissionFixtures } from './permissions/fixtures.ts'
import { buildRequest } from './permissions/request.ts'
import { permissions } from './permissions/table.ts'
import { buildTestApp } from './support/app.ts'
import { createTestDatabase } from './support/database.ts'
import { unicodeSamples } from './support/unicode-samples.ts'

type Schema = {
  type?: string
  enum?: unknown[]
  format?: string
  pattern?: string
  maxLength?: number
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}
type Parameter = { name: string; in: string; schema: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const require = createRequire(import.meta.url)
const naughtyStrings: string[] = require('big-list-of-naughty-strings')
const isFull = process.env.FULL_TESTS === 'true'

const database = await createTestDatabase()
const app = await buildTestApp(database)
const { paths: declared } = (await app.inject('/api/openapi.json')).json() as {
  paths: Record<string, Record<string, Operation>>
}

const textOf = (schema: Schema): Schema | undefined =>
  schema.type === 'string' ? schema : schema.anyOf?.map(textOf).find((found) => found)

/** Every field of a request's body that takes free text. */
const fields = Object.entries(declared).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { requestBody }]) =>
    Object.entries(requestBody?.content['application/json']?.schema.properties ?? {}).flatMap(
      ([name, schema]) => {
        const text = textOf(schema)
        return text && !text.enum && !text.pattern && !text.format
          ? [{ endpoint: `${method.toUpperCase()} ${path}`, name, max: text.maxLength }]
          : []
      },
    ),
  ),
)

/** Every query parameter that takes free text, and the path of its endpoint. */
const parameters = Object.entries(declared).flatMap(([path, { get }]) =>
  (get?.parameters ?? [])
    .filter(
      ({ in: source, schema }) => source === 'query' && textOf(schema) && !schema.enum && !schema.pattern,
    )
    .map(({ name }) => ({ path, name })),
)

/** Characters of one to four bytes in UTF-8, and clusters of several code points. */
const widths = {
  ASCII: 'a',
  'two-byte': 'é',
  'three-byte': '写',
  astral: '😀',
  clusters: '👩\u200D👩\u200D👧',
}

/**
 * Texts of one, of `max` and of more characters. With `FULL_TESTS`, of each width; otherwise of ASCII and of one other
 * width, which depends on `turn`.
 */
const lengthsOf = (max: number, turn: number): string[] => {
  const [ascii, ...others] = Object.values(widths)
  const chosen = others.filter((_, index) => isFull || index === turn % others.length)
  return [ascii ?? '', ...chosen].flatMap((character) => {
    const size = countCharacters(character)
    return [1, Math.floor(max / size), Math.floor(max / size) + 1].map((count) => character.repeat(count))
  })
}

const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD83D',
  'a\uDC00b',
  '\u200B',
  'e\u0301',
  '\u202Eabc',
  'a\r\nb\rc',
  '﷽',
  '\uFEFFa',
]

const actors = ['visitor', 'incomplete', 'member', 'owner', 'other', 'muted', 'admin'] as const

/** Returns a function that sends a valid request in which this field has the given value. */
const createSender = (endpoint: string, name: string) => {
  const [statuses = '', , buildCall] = permissions[endpoint] ?? []
  const allowed = actors.filter((_, index) => statuses.split(' ')[index] === '200')
  const actor = (['owner', 'member', 'admin', 'incomplete'] as const).find((one) => allowed.includes(one))
  const seed = () => seedPermissionFixtures(database, actor ?? 'owner')
  let world: Awaited<ReturnType<typeof seed>> | null = null
  const attempt = async (value: string) => {
    world ??= await seed()
    const call = (await buildCall?.(world)) ?? {}
    return app.inject(buildRequest(endpoint, world, { ...call, body: { ...call.body, [name]: value } }))
  }
  return async (value: string) => {
    const isFirst = world === null
    const response = await attempt(value)
    if (response.statusCode === 200 || response.statusCode === 400 || isFirst) return response
    // An earlier request may have changed what this one needs.
    world = null
    return attempt(value)
  }
}

/** Lists the texts under this key anywhere in a response. */
const textsUnder = (value: unknown, key: string): string[] =>
  value && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, part]) =>
        name === key && typeof part === 'string' ? [part] : textsUnder(part, key),
      )
    : []

/** Tags are stored in another form than they are sent, and have tests of their own. */
const TAG = 'PUT /api/admin/tags/{tag}'
/** Endpoints that return a text in another form: an upload has the media type without its parameters, a muted word is composed. */
const CHANGED = [TAG, 'POST /api/uploads', 'POST /api/user/mutes']

const expectStoredOrRefused = (
  { endpoint, name }: { endpoint: string; name: string },
  value: string,
  response: { statusCode: number; body: string },
): void => {
  const details = `${name} of ${endpoint}: ${JSON.stringify(value.slice(0, 60))} → ${response.body.slice(0, 300)}`
  expect(response.statusCode, details).toBeLessThan(500)
  const body = JSON.parse(response.body)
  if (response.statusCode !== 200) {
    expect(body.message, details).toMatch(/\w+ \w+/)
    // Some messages quote the text.
    expect(body.message.replaceAll(cleanText(value), ''), details).not.toMatch(/expected|zod|undefined/i)
    return
  }
  const returned = textsUnder(body, name)
  // An empty text of the site stands for the text that comes with it.
  if (returned.length === 0 || CHANGED.includes(endpoint) || cleanText(value) === '') return
  expect(returned, details).toContain(cleanText(value))
}

let next = 0
/**
 * Some of the strings for each field, so that all fields together get each of them. With `FULL_TESTS`, each field gets all
 * naughty strings and ten times as many samples of Unicode.
 */
const someStrings = (): string[] => {
  const shares = fields.length + parameters.length
  next += 1
  const share = (strings: readonly string[], count: number) =>
    strings.filter((_, index) => index % count === next % count)
  return isFull
    ? [...naughtyStrings, ...share(unicodeSamples, Math.ceil(shares / 10))]
    : share([...naughtyStrings, ...unicodeSamples], shares)
}

it('finds the text fields of the site', () => {
  expect(parameters.length).toBeGreaterThan(5)
  expect(fields.length).toBeGreaterThan(70)
  expect(fields.filter(({ max, name }) => max === undefined && name !== 'model')).toEqual([])
})

it.each(fields)('$name of $endpoint is stored as written or refused with a message', async (field) => {
  const send = createSender(field.endpoint, field.name)
  for (const value of [...oddTexts, ...someStrings()]) expectStoredOrRefused(field, value, await send(value))
})

it.each(parameters)('$name of $path takes any text or refuses it with a message', async ({ path, name }) => {
  const world = await seedPermissionFixtures(database, 'admin')
  const call = (await permissions[`GET ${path}`]?.[2]?.(world)) ?? {}
  for (const value of [...oddTexts, ...someStrings()]) {
    const query = new URLSearchParams(call.query)
    query.set(name, value)
    const request = buildRequest(`GET ${path}`, world, { ...call, query: String(query) })
    const { statusCode, body } = await app.inject(request)
    const details = `${JSON.stringify(value)} → ${body.slice(0, 200)}`
    expect(statusCode, details).toBeLessThan(500)
    if (statusCode >= 400) expect(JSON.parse(body).message, details).toMatch(/\w+ \w+/)
  }
})

it.each(fields.filter(({ endpoint, max = Infinity }) => endpoint !== TAG && max <= 20_000))(
  '$name of $endpoint takes $max characters of any width, and no more',
  async (field) => {
    const { max = 0 } = field
    const send = createSender(field.endpoint, field.name)
    // Fields that take only some texts, such as links and codes, have tests of their own.
    if ((await send('plain words')).statusCode !== 200) return
    for (const value of lengthsOf(max, fields.indexOf(field))) {
      const response = await send(value)
      expectStoredOrRefused(field, value, response)
      const details = `${field.name}: ${countCharacters(value)} of ${max} → ${response.body.slice(0, 200)}`
      // A topic with this name can exist already.
      if (countCharacters(value) > max) expect(response.statusCode, details).toBe(400)
      else
        expect([200, 409, ...(/letter or a digit/.test(response.body) ? [400] : [])], details).toContain(
          response.statusCode,
        )
    }
  },
)
