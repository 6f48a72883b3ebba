import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Endpoint, endpoint } from '#core/endpoint.ts'
import { HttpError } from '#core/http-error.ts'
import type { Viewer } from '#core/viewer.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { buildViewer } from '#tests/support/viewer.ts'
import { createExpensiveReadRunner } from '../limits/expensive-reads.ts'
import { registerErrorHandler } from './error-handler.ts'
import { serveEndpoint } from './serve-endpoint.ts'

const database = await createTestDatabase()
const member = buildViewer({ id: 7 })

/** Creates an app with the site's error handler. Every request comes from `viewer`, and no sign-in counts as recent. */
const createApp = (viewer: Viewer, rejectsUndeclared = true) => {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  registerErrorHandler(app, { rejectsUndeclared, publicUrl: 'http://localhost:3000' })
  app.decorate('endpointServices', {
    database,
    rateLimitScale: 1,
    readExpensive: createExpensiveReadRunner(database, { rateLimitScale: 1 }),
    requireRecentSignIn: async () => {
      throw new HttpError('recent-sign-in-required', { signInAgain: true })
    },
    localEndpoints: new Map(),
  })
  app.decorateRequest('sessionHash', null)
  app.decorateRequest('viewer', null)
  app.addHook('onRequest', async (request) => {
    request.viewer = viewer
  })
  afterAll(() => app.close())
  return app
}

const base = {
  path: '/api/things',
  summary: 'Things',
  tag: 'Tests',
  scope: 'read',
  reply: z.object({}),
} as const
const respond = async (declaration: Endpoint, viewer: Viewer, rejectsUndeclared = true) => {
  const app = createApp(viewer, rejectsUndeclared)
  serveEndpoint(app, declaration, async () => {
    throw new HttpError('topic-not-found')
  })
  const response = await app.inject({ method: declaration.method, url: '/api/things' })
  return { status: response.statusCode, ...response.json() }
}

describe('serve', () => {
  it('rejects an error that the declaration neither lists nor implies, in tests only', async () => {
    const silent = endpoint({ ...base, method: 'GET', access: 'anyone' })
    const listed = endpoint({ ...base, method: 'GET', access: 'anyone', errors: ['topic-not-found'] })
    expect(await respond(listed, null)).toMatchObject({ status: 404, code: 'topic-not-found' })
    expect(await respond(silent, null, false)).toMatchObject({ status: 404, code: 'topic-not-found' })
    expect(await respond(silent, null)).toMatchObject({
      status: 500,
      message: 'GET /api/things does not declare the error topic-not-found',
    })
  })

  it('requires a recent sign-in only where it is declared', async () => {
    const sensitive = endpoint({ ...base, method: 'GET', access: 'signed-in', needsRecentSignIn: true })
    expect(await respond(sensitive, null)).toMatchObject({ status: 401, code: 'not-signed-in' })
    expect(await respond(sensitive, member)).toMatchObject({
      status: 403,
      code: 'recent-sign-in-required',
      signInAgain: true,
    })
  })

  it('limits a member by the declared name and a visitor by address, with the declared message', async () => {
    const limited = endpoint({
      ...base,
      method: 'POST',
      access: 'anyone',
      rateLimit: { name: 'things', max: 2, windowSeconds: 60, message: 'Too many things.' },
    })
    const statusesOf = async (viewer: Viewer) => {
      const app = createApp(viewer)
      serveEndpoint(app, limited, async () => ({}))
      const send = () => app.inject({ method: 'POST', url: '/api/things' })
      return [await send(), await send(), await send()]
    }
    for (const viewer of [member, null]) {
      const responses = await statusesOf(viewer)
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
      expect(responses[2]?.json()).toMatchObject({
        code: 'rate-limited',
        message: 'Too many things. Try again in 1 minute.',
      })
    }
  })

  it('reads with the connections for expensive reads only when the query is expensive', async () => {
    const listed = endpoint({
      ...base,
      method: 'GET',
      access: 'anyone',
      query: z.object({ q: z._default(z.string(), '') }),
      reply: z.object({ ms: z.nullable(z.number()) }),
      expensive: { name: 'things-searched', max: 1, when: ({ q }: { q: string }) => q !== '' },
    })
    const app = createApp(null)
    serveEndpoint(app, listed, ({ read }) => read(async (_, ms) => ({ ms: Number.isFinite(ms) ? ms : null })))
    const send = async (url: string) => {
      const response = await app.inject(url)
      return [response.statusCode, response.json().ms]
    }
    expect(await send('/api/things')).toEqual([200, null])
    expect(await send('/api/things?q=a')).toEqual([200, expect.any(Number)])
    expect((await send('/api/things?q=b'))[0]).toBe(429)
    expect(await send('/api/things')).toEqual([200, null])
  })
})
