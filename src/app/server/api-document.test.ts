import { describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { testApp } from '#tests/support/app.ts'
import { testDatabase } from '#tests/support/database.ts'

type Parameter = {
  name: string
  in: 'query' | 'path'
  schema: { type: string; minimum?: number; maximum?: number; items?: { enum: string[] } }
}
type Operation = {
  parameters?: Parameter[]
  security?: unknown
  responses: Record<string, { content: Record<string, { schema: unknown }> }>
}

const app = await testApp(await testDatabase())
const document = (await app.inject('/api/openapi.json')).json()

const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    ...{ method: method.toUpperCase() as 'GET', url: path.replaceAll(/\{\w+\}/g, '1'), operation },
  })),
)

/** Every `$ref` below this, wherever it stands. */
const refs = (part: unknown): string[] =>
  part === null || typeof part !== 'object'
    ? []
    : Object.entries(part).flatMap(([key, value]) => (key === '$ref' ? [value as string] : refs(value)))

const at = (ref: string): unknown =>
  ref
    .replace('#/', '')
    .split('/')
    .reduce((part, name) => part?.[name], document)

describe('The OpenAPI document', () => {
  it('points to nothing that it does not hold, and holds nothing that it does not point to', () => {
    const pointed = [...new Set(refs(document))]
    expect(pointed.filter((ref) => at(ref) === undefined)).toEqual([])
    expect(pointed.sort()).toEqual(
      Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`),
    )
    expect(document.components.schemas.Comment.properties.replies.items.$ref).toBe(
      '#/components/schemas/Comment',
    )
  })

  it('says for every operation what a refusal looks like', async () => {
    expect(operations.length).toBeGreaterThan(70)
    for (const { name, operation } of operations)
      expect([name, operation.responses.default?.content['application/json']?.schema]).toEqual([
        name,
        { $ref: '#/components/schemas/Refusal' },
      ])
    const refusal = (await app.inject('/api/posts?limit=0')).json()
    const { properties, required } = document.components.schemas.Refusal
    expect(Object.keys(refusal)).toEqual(['message', 'issues'])
    expect(Object.keys(properties)).toEqual([
      ...['message', 'issues', 'field', 'conflictUrl', 'retryAfterSeconds', 'signInAgain'],
    ])
    expect(required).toEqual(['message'])
    expect(Object.keys(refusal.issues[0])).toEqual(Object.keys(properties.issues.items.properties))
  })

  it('names the session cookie exactly where a visitor is refused', async () => {
    expect(document.components.securitySchemes.session).toEqual({
      ...{ type: 'apiKey', in: 'cookie', name: 'session' },
    })
    for (const { name, method, url, operation } of operations) {
      const { statusCode } = await app.inject({ method, url })
      expect([name, statusCode === 401]).toEqual([name, operation.security !== undefined])
    }
  })

  const asked = operations
    .filter(({ method, operation }) => method === 'GET' && !operation.security)
    .flatMap(({ url, operation }) =>
      (operation.parameters ?? []).flatMap((parameter) =>
        parameter.in === 'query' ? { url, parameter } : [],
      ),
    )
  const refusalOf = async (url: string, name: string, value: number | string) => {
    const answer = await app.inject(`${url}?${name}=${value}`)
    return answer.statusCode === 400
      ? answer.json().issues?.some((issue: { path: string }) => issue.path === name)
      : false
  }

  it('gives the true bounds of every number in a query', async () => {
    const numbers = asked.filter(({ parameter }) => parameter.schema.type === 'integer')
    expect(numbers.length).toBeGreaterThan(8)
    for (const { url, parameter } of numbers) {
      const { minimum = Number.NaN, maximum = Number.NaN } = parameter.schema
      const refused = [minimum - 1, minimum, maximum, maximum + 1].map((n) =>
        refusalOf(url, parameter.name, n),
      )
      expect([url, parameter.name, ...(await Promise.all(refused))]).toEqual([
        ...[url, parameter.name, true, false, false, true],
      ])
    }
  })

  it('gives the true members of every list in a query, and how they are joined', async () => {
    const lists = asked.filter(({ parameter }) => parameter.schema.type === 'array')
    expect(lists.length).toBeGreaterThan(5)
    for (const { url, parameter } of lists) {
      const known = parameter.schema.items?.enum.join(',') ?? ''
      expect(parameter).toMatchObject({ style: 'form', explode: false })
      expect(await refusalOf(url, parameter.name, known)).toBe(false)
      expect(await refusalOf(url, parameter.name, `${known},x`)).toBe(true)
    }
  })

  it('gives the defaults of a query', () => {
    const { parameters } = document.paths['/api/posts'].get
    const defaults = parameters.flatMap(
      ({ name, schema }: { name: string; schema: { default?: unknown } }) =>
        'default' in schema ? [[name, schema.default]] : [],
    )
    expect(Object.fromEntries(defaults)).toEqual({
      ...{ limit: 10, offset: 0, types: [], models: [], sortBy: 'new' },
    })
  })

  it('gives the bounds of a post as a person counts them', () => {
    for (const { requestBody } of [
      document.paths['/api/posts'].post,
      document.paths['/api/posts/{id}'].patch,
    ]) {
      const { title, description, prompt } = requestBody.content['application/json'].schema.properties
      for (const [field, most] of [
        [title, limits.title],
        [description, limits.description],
        [prompt, limits.prompt],
      ])
        expect(field).toEqual({ type: 'string', minLength: 1, maxLength: most })
    }
    const { bio } =
      document.paths['/api/user/profile'].patch.requestBody.content['application/json'].schema.properties
    expect(bio).toEqual({ type: 'string', maxLength: limits.bio })
  })
})
