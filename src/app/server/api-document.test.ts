import { describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { noPostFilters } from '#core/post-filters.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { createTestDatabase } from '#tests/support/database.ts'

type Parameter = {
  name: string
  in: 'query' | 'path' | 'header'
  schema: { type: string; minimum?: number; maximum?: number; items?: { enum: string[] } }
}
type Operation = {
  parameters?: Parameter[]
  description: string
  operationId: string
  security: Record<string, unknown>[]
  'x-access': string
  'x-rate-limit'?: { max?: number; windowSeconds?: number; description: string }
  responses: Record<
    string,
    { description: string; headers?: Record<string, unknown>; content: Record<string, { schema: unknown }> }
  >
}

const app = await buildTestApp(await createTestDatabase())
const document = (await app.inject('/api/openapi.json')).json()

const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase() as 'GET',
    url: path.replace('/collections/{id}', `/collections/${'x'.repeat(22)}`).replaceAll(/\{\w+\}/g, '1'),
    operation,
  })),
)

const requiresCredentials = ({ security }: Operation): boolean =>
  security.every((schemes) => Object.keys(schemes).length > 0)

/** Returns every `$ref` in part of the document, at any depth. */
const refs = (part: unknown): string[] =>
  part === null || typeof part !== 'object'
    ? []
    : Object.entries(part).flatMap(([key, value]) => (key === '$ref' ? [value as string] : refs(value)))

const resolveRef = (ref: string): unknown =>
  ref
    .replace('#/', '')
    .split('/')
    .reduce((part, name) => part?.[name], document)

type Schema = { $ref?: string; format?: string; anyOf?: Schema[]; properties?: Record<string, Schema> }

/** Returns every field of a schema by name, at any depth. Does not follow `$ref`s. */
const fieldsOf = (schema: object): [name: string, field: Schema][] =>
  Object.entries(schema).flatMap(([key, part]) => {
    if (part === null || typeof part !== 'object') return []
    const fields = key === 'properties' ? (Object.entries(part) as [string, Schema][]) : []
    return [...fields, ...fieldsOf(part)]
  })

const isDate = ({ format, anyOf }: Schema): boolean =>
  format === 'date-time' || (anyOf?.some(isDate) ?? false)

describe('OpenAPI document', () => {
  it('gives dates, and nothing else, a name that ends in `At`, by which the browser recognizes them', () => {
    const replies = operations.flatMap(({ name, operation }) => {
      const schema = operation.responses['200']?.content['application/json']?.schema as Schema | undefined
      return schema ? [{ name, schema, fields: fieldsOf(schema) }] : []
    })
    const fields = [...replies.flatMap(({ fields }) => fields), ...fieldsOf(document.components.schemas)]
    expect(fields.filter(([name, field]) => name.endsWith('At') !== isDate(field))).toEqual([])
    expect(fields.filter(([, field]) => isDate(field)).length).toBeGreaterThan(20)
    const freeForm = replies.filter(({ schema }) =>
      /^\{\}$|(?<!"properties"):\{\}/.test(JSON.stringify(schema)),
    )
    // The compiler checks the field names in audit entries, which have no schema.
    expect(freeForm.map(({ name }) => name)).toEqual(['GET /api/admin/acts'])
  })

  it('says of which media type downloads and streams are', () => {
    const typesOf = (path: string) =>
      Object.keys(operations.find(({ name }) => name === path)?.operation.responses['200']?.content ?? {})
    expect(typesOf('GET /api/collections/{id}/export')).toEqual([
      'text/markdown',
      'application/json',
      'application/zip',
    ])
    expect(typesOf('GET /api/notifications/stream')).toEqual(['text/event-stream'])
    expect(typesOf('GET /api/user/export')).toEqual(['application/json'])
  })

  it('has no dangling references and no unused schemas', () => {
    const references = [...new Set(refs(document))]
    expect(references.filter((ref) => resolveRef(ref) === undefined)).toEqual([])
    expect(references.sort()).toEqual(
      Object.keys(document.components.schemas)
        .map((name) => `#/components/schemas/${name}`)
        .sort(),
    )
    expect(document.components.schemas.Comment.properties.replies.items.$ref).toBe(
      '#/components/schemas/Comment',
    )
  })

  it('describes the error response of every operation', async () => {
    expect(operations.length).toBeGreaterThan(70)
    for (const { name, operation } of operations)
      expect([name, operation.responses.default?.content['application/problem+json']?.schema]).toEqual([
        name,
        { $ref: '#/components/schemas/Error' },
      ])
    const error = (await app.inject('/api/posts?limit=0')).json()
    const { properties, required } = document.components.schemas.Error
    expect(Object.keys(error)).toEqual([...required, 'issues'])
    expect(Object.keys(properties)).toEqual([
      ...required,
      'issues',
      'field',
      'conflictUrl',
      'retryAfterSeconds',
      'signInAgain',
      'scope',
    ])
    expect(required).toEqual(['type', 'title', 'status', 'detail', 'code', 'message'])
    expect(Object.keys(error.issues[0])).toEqual(Object.keys(properties.issues.items.properties))
  })

  it('requires credentials exactly where a visitor gets a 401', async () => {
    expect(document.components.securitySchemes.session).toEqual({
      type: 'apiKey',
      in: 'cookie',
      name: 'session',
    })
    for (const { name, method, url, operation } of operations) {
      const { statusCode } = await app.inject({ method, url })
      expect([name, statusCode === 401]).toEqual([name, requiresCredentials(operation)])
    }
  })

  it('names every operation after its method and path', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    expect(names.filter((name) => !/^(get|post|put|patch|delete)[A-Z][A-Za-z]*$/.test(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    expect(document.paths['/api/posts/{id}/private-link'].post.operationId).toBe('postPostsByIdPrivateLink')
  })

  it('names the headers that requests and responses can have', () => {
    const named = (name: string) =>
      operations.filter(({ operation }) => operation.parameters?.some((parameter) => parameter.name === name))
    expect(named('Idempotency-Key').map(({ name }) => name)).toContain('POST /api/posts')
    expect(named('Idempotency-Key').filter(({ name }) => !name.startsWith('POST '))).toEqual([])
    expect(
      named('If-Match')
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      'PATCH /api/collections/{id}',
      'PATCH /api/comments/{id}',
      'PATCH /api/posts/{id}',
      'PUT /api/admin/site-texts/{name}',
      'PUT /api/admin/topics/{id}',
      'PUT /api/user/drafts/{id}',
    ])
    const paged = operations.filter(({ operation }) => operation.responses['200']?.headers?.Link)
    expect(paged.map(({ name }) => name)).toContain('GET /api/user/private-posts')
  })

  it('states who may call every operation', () => {
    for (const { name, operation } of operations) {
      const access = operation['x-access']
      expect([name, access]).toEqual([
        name,
        expect.stringMatching(/^(anyone|signed-in|also-suspended|completed-profile|active|moderator|admin)$/),
      ])
      expect([name, requiresCredentials(operation)]).toEqual([name, access !== 'anyone'])
      expect(operation.description).toMatch(access === 'anyone' ? /^Anyone can call this\./ : /^Requires /)
      const codes = [operation.responses['401'], operation.responses['403']]
        .map((response) => response?.description ?? '')
        .join()
      if (access === 'admin') expect([name, codes]).toEqual([name, expect.stringContaining('`not-allowed`')])
      if (access === 'active')
        expect([name, codes]).toEqual([name, expect.stringContaining('`account-muted`')])
      if (access !== 'anyone')
        expect([name, codes]).toEqual([name, expect.stringContaining('`not-signed-in`')])
    }
  })

  it('states the scope that a token needs for every operation, or that none is accepted', () => {
    expect(document.components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' })
    for (const { name, operation } of operations) {
      const scopes = operation.security.flatMap(({ token = [] }) => token as string[])
      const sentence = scopes[0] ? `A token needs the scope \`${scopes[0]}\`.` : 'Tokens are not accepted.'
      expect([name, operation.description]).toEqual([name, expect.stringContaining(sentence)])
    }
    expect(document.paths['/api/user/drafts'].get.security).toEqual([{ session: [] }, { token: ['private'] }])
    expect(document.paths['/api/user/tokens'].get.security).toEqual([{ session: [] }])
  })

  it('states the rate limit of every write and of every other limited operation', () => {
    for (const { name, method, operation } of operations) {
      const limit = operation['x-rate-limit']
      const tooMany = operation.responses['429']
      if (method !== 'GET') expect([name, limit?.description]).toEqual([name, expect.stringMatching(/\d/)])
      if (method === 'GET' && !limit) continue
      expect(operation.description).toContain(limit?.description)
      expect([name, tooMany?.headers]).toEqual([name, { 'Retry-After': expect.anything() }])
      expect(tooMany?.description).toContain('`rate-limited`')
    }
    expect(document.paths['/api/search'].get['x-rate-limit']).toMatchObject({ max: 600, windowSeconds: 600 })
    expect(document.paths['/api/votes'].post['x-rate-limit']).toMatchObject({
      max: 600,
      windowSeconds: 3_600,
    })
  })

  it('states the codes of every error response', () => {
    const known = document.components.schemas.Error.properties.code.enum
    for (const { name, operation } of operations) {
      const errors = Object.entries(operation.responses).filter(([status]) => /^[45]/.test(status))
      for (const [status, { content }] of errors) {
        const { schema } = content['application/problem+json'] as {
          schema: { allOf: [{ $ref: string }, { properties: { code: { enum: string[] } } }] }
        }
        const codes = schema.allOf[1].properties.code.enum
        expect([name, status, codes.length > 0, codes.filter((code) => !known.includes(code))]).toEqual([
          name,
          status,
          true,
          [],
        ])
      }
    }
  })

  const queryParameters = operations
    .filter(({ method, operation }) => method === 'GET' && !requiresCredentials(operation))
    .flatMap(({ url, operation }) =>
      (operation.parameters ?? []).flatMap((parameter) =>
        parameter.in === 'query' ? { url, parameter } : [],
      ),
    )
  const isRejected = async (url: string, name: string, value: number | string) => {
    const response = await app.inject(`${url}?${name}=${value}`)
    return response.statusCode === 400
      ? response.json().issues?.some((issue: { path: string }) => issue.path === name)
      : false
  }

  it('states the actual limits of every number in a query', async () => {
    const numbers = queryParameters.filter(({ parameter }) => parameter.schema.type === 'integer')
    expect(numbers.length).toBeGreaterThan(8)
    for (const { url, parameter } of numbers) {
      const { minimum = Number.NaN, maximum = Number.NaN } = parameter.schema
      const results = [minimum - 1, minimum, maximum, maximum + 1].map((n) =>
        isRejected(url, parameter.name, n),
      )
      expect([url, parameter.name, ...(await Promise.all(results))]).toEqual([
        url,
        parameter.name,
        true,
        false,
        false,
        true,
      ])
    }
  })

  it('states the allowed values of every list in a query and its separator', async () => {
    const lists = queryParameters.filter(({ parameter }) => parameter.schema.type === 'array')
    expect(lists.length).toBeGreaterThan(5)
    for (const { url, parameter } of lists) {
      const allowed = parameter.schema.items?.enum.join(',') ?? ''
      expect(parameter).toMatchObject({ style: 'form', explode: false })
      expect(await isRejected(url, parameter.name, allowed)).toBe(false)
      expect(await isRejected(url, parameter.name, `${allowed},x`)).toBe(true)
    }
  })

  it('states the default values of a query', () => {
    const { parameters } = document.paths['/api/posts'].get
    const defaults = parameters.flatMap(
      ({ name, schema }: { name: string; schema: { default?: unknown } }) =>
        'default' in schema ? [[name, schema.default]] : [],
    )
    expect(Object.fromEntries(defaults)).toEqual({
      limit: 10,
      offset: 0,
      ...noPostFilters,
      sortBy: 'new',
      window: 'all',
    })
  })

  it('states the length limits of a post in characters', () => {
    for (const { requestBody } of [
      document.paths['/api/posts'].post,
      document.paths['/api/posts/{id}'].patch,
    ]) {
      const { title, description, prompt } = requestBody.content['application/json'].schema.properties
      for (const [field, maxLength] of [
        [title, limits.title],
        [description, limits.description],
        [prompt, limits.prompt],
      ])
        expect(field).toEqual({ type: 'string', minLength: 1, maxLength })
    }
    const { bio } =
      document.paths['/api/user/profile'].patch.requestBody.content['application/json'].schema.properties
    expect(bio).toEqual({ type: 'string', maxLength: limits.bio })
  })
})
