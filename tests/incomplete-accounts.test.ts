import { describe, expect, it } from 'vitest'
import { buildTestApp } from './support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)
const HIDDEN = 'JaneProvisional'
const UNKNOWN = 'JohnNonexistent'

const topic = await seedTopic(database)
await seedUser(database, { username: HIDDEN, profileCompleted: false })
const member = await seedUser(database)
const post = await seedPost(database, { by: member, topic })
const headers = await seedSession(database, member)

describe('An account whose profile is not completed', () => {
  it.each([
    (name: string) => `/api/users/${name}`,
    (name: string) => `/api/users/${name.toLowerCase()}`,
    (name: string) => `/api/users/${name}/comments`,
    (name: string) => `/api/users/${name}/comments?before=5`,
    (name: string) => `/api/users/${name}/collections`,
    (name: string) => `/api/posts?username=${name}`,
    (name: string) => `/api/search?q=author:${name}`,
    (name: string) => `/api/search?q=${name}`,
    (name: string) => `/api/search/suggestions?q=${name.slice(0, 8)}`,
    (name: string) => `/api/mentions?q=${name.slice(0, 8)}&post=${post.id}`,
    (name: string) => `/api/posts?author=${name}`,
    (name: string) => `/api/search/names?q=${name.slice(0, 8)}`,
  ])('answers like an unknown one at %s', async (urlOf) => {
    for (const as of [{}, headers]) {
      const [first, second] = await Promise.all(
        [HIDDEN, UNKNOWN].map(async (name) => {
          const { statusCode, body } = await app.inject({ url: urlOf(name), headers: as })
          // Responses may repeat what was searched, and errors name the request.
          const typed = new RegExp(`${name.slice(0, 8)}\\w*|"requestId":"[^"]*"`, 'gi')
          return { statusCode, body: body.replaceAll(typed, '…') }
        }),
      )
      expect(first).toEqual(second)
    }
  })
})
