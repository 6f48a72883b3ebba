import { describe, expect, it } from 'vitest'
import {
  type Actor,
  actors,
  type PermissionFixtures,
  seedPermissionFixtures,
} from './permissions/fixtures.ts'
import { buildRequest } from './permissions/request.ts'
import { permissions } from './permissions/table.ts'
import { buildTestApp } from './support/app.ts'
import { createTestDatabase } from './support/database.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

const database = await createTestDatabase()
const app = await buildTestApp(database)
const { paths } = (await app.inject('/api/openapi.json')).json() as {
  paths: Record<string, Record<string, unknown>>
}
const endpoints = Object.entries(paths).flatMap(([path, operations]) =>
  METHODS.filter((method) => method in operations).map((method) => `${method.toUpperCase()} ${path}`),
)

const worlds = new Map<Actor, PermissionFixtures>()

/** Creates the rows and the user, or returns those whose requests have changed nothing yet. */
const prepareWorld = async (actor: Actor): Promise<PermissionFixtures> => {
  const unchanged = worlds.get(actor)
  if (unchanged) return unchanged
  const world = await seedPermissionFixtures(database, actor)
  if (actor === 'demoted') {
    const before = await app.inject({ url: '/api/admin/acts', headers: world.headers })
    expect(before.statusCode).toBe(200)
    await world.demote()
  }
  worlds.set(actor, world)
  return world
}

/** Returns the status with which the endpoint responds to this kind of user. */
const statusFor = async (endpoint: string, actor: Actor): Promise<number> => {
  const world = await prepareWorld(actor)
  const request = buildRequest(endpoint, world, (await permissions[endpoint]?.[2]?.(world)) ?? {})
  // Streaming is needed because the response of the event stream never ends.
  const response = await app.inject({ ...request, payloadAsStream: true })
  response.stream().destroy()
  if (request.method !== 'GET' && response.statusCode < 400) worlds.delete(actor)
  return response.statusCode
}

describe('API permissions', () => {
  it('lists exactly the endpoints of the OpenAPI document', () => {
    expect(Object.keys(permissions).sort()).toEqual([...endpoints].sort())
  })

  it('are declared for no endpoint that nothing serves', async () => {
    const modules = import.meta.glob<Record<string, unknown>>(
      ['../src/features/*/contract*.ts', '!../src/features/*/*.test.ts', '../src/core/current-user.ts'],
      { eager: true },
    )
    const declared = Object.values(modules)
      .flatMap((module) => Object.values(module))
      .flatMap((value) => {
        const { method, path } = (value ?? {}) as { method?: string; path?: string }
        return method && path ? [`${method} ${path.replace(/:(\w+)/g, '{$1}')}`] : []
      })
    expect(declared.length).toBeGreaterThan(50)
    expect(declared.filter((endpoint) => !endpoints.includes(endpoint))).toEqual([])
  })

  it.each(endpoints.filter((endpoint) => endpoint in permissions))(
    '%s responds to every kind of user with the listed status',
    async (endpoint) => {
      const found: string[] = []
      for (const actor of actors) found.push(`${actor} ${await statusFor(endpoint, actor)}`)
      const expected = permissions[endpoint]?.slice(0, 2).join(' ').split(' ') ?? []
      expect(found).toEqual(actors.map((actor, at) => `${actor} ${expected[at]}`))
    },
  )
})
