import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createAnimatedImage, createLargeImage, createTestImage, toDataUrl } from '#tests/support/samples.ts'
import { createMediaBudget } from './media-budget.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1', UPLOAD_MB_PER_DAY: '1' })

const upload = async (headers: object, url: string, payload: object) => {
  const method = url === '/api/posts' ? 'POST' : 'PATCH'
  const response = await app.inject({ method, url, headers: { ...headers }, payload })
  return [response.statusCode, response.json().message, Number(response.headers['retry-after'] ?? 0)] as const
}
let count = 0
const publish = (headers: object, file: string) => {
  count += 1
  const post = { title: 'A', description: 'B', prompt: `Number ${count}`, type: 'Text', exampleFiles: [file] }
  return upload(headers, '/api/posts', post)
}
const countStored = async () => (await database.sql`select from media_files`).length

describe("A member's uploads", () => {
  it('are limited to the configured bytes per day, and nothing above the limit is stored', async () => {
    const headers = await seedSession(database, await seedUser(database))
    const file = async (side: number) => toDataUrl(await createLargeImage(side, side))
    expect((await publish(headers, await file(450)))[0]).toBe(200)
    const before = await countStored()
    const [status, message, seconds] = await publish(headers, await file(460))
    expect([status, message]).toEqual([429, "You've reached your daily upload limit. Try again in 24 hours."])
    expect(seconds).toBeGreaterThan(86_000)
    expect(await countStored()).toBe(before)
    expect((await publish(await seedSession(database, await seedUser(database)), await file(440)))[0]).toBe(
      200,
    )
  })

  it('are limited to a number of pixels and frames per hour, including avatars', async () => {
    const user = await seedUser(database)
    const headers = await seedSession(database, user)
    const MESSAGE = "You've reached your hourly image limit. Try again in 1 hour."
    const budget = createMediaBudget(database.sql, { rateLimitScale: 1, uploadMbPerDay: 1 })
    await budget.consumePixels(user.id, 1_990_000_000, 4_998)
    expect(
      (await publish(headers, toDataUrl(await createAnimatedImage('gif'), 'image/gif'))).slice(0, 2),
    ).toEqual([429, MESSAGE])
    const other = await seedUser(database)
    await budget.consumePixels(other.id, 1_999_000_000, 1)
    const avatar = toDataUrl(await createTestImage(1_200, 1_200).png().toBuffer())
    const rejected = await upload(await seedSession(database, other), '/api/user/profile', { avatar })
    expect(rejected.slice(0, 2)).toEqual([429, MESSAGE])
  })
})
