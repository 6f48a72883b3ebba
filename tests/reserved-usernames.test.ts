import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { pages } from '#core/pages.ts'
import { isReservedUsername } from '#core/reserved-usernames.ts'
import { buildTestApp } from './support/app.ts'
import { createTestDatabase } from './support/database.ts'

/** Lists the URL patterns of all routes that the server registers. */
const listRoutes = async (): Promise<string[]> => {
  const urls: string[] = []
  const observe = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ url }) => {
      urls.push(url)
    })
  }
  subscribe('fastify.initialization', observe)
  await buildTestApp(await createTestDatabase())
  unsubscribe('fastify.initialization', observe)
  return urls
}

/** Returns the part of a path that could be a username, or null if no username equals the first segment. */
const firstSegment = (path: string): string | null =>
  /^\/([a-z0-9]+)(?=[/.]|$)/i.exec(path.replace(/[^a-z0-9/.]/gi, ''))?.[1] ?? null

it('reserves the first segment of every page and every route of the server as a username', async () => {
  const routes = await listRoutes()
  expect(routes.length).toBeGreaterThan(150)
  const segments = [...routes, ...Object.values(pages).map(({ path }) => path)]
    .map(firstSegment)
    .filter((segment) => segment !== null)
  expect(segments).toEqual(expect.arrayContaining(['api', 'drafts', 'tag', 'media', 'livez', 'privateposts']))
  for (const segment of new Set(segments))
    for (const username of [segment, segment.toUpperCase(), segment[0]?.toUpperCase() + segment.slice(1)])
      expect([username, isReservedUsername(username)]).toEqual([username, true])
})

it('does not reserve other names', () => {
  for (const username of ['ada', 'draft', 'tags1', 'popular2'])
    expect(isReservedUsername(username)).toBe(false)
})
