import { describe, expect, it } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { aSession, aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { aLargePicture, aMovingPicture, aPicture, dataString } from '#tests/support/samples.ts'
import { mediaBudget } from './media-budget.ts'

const database = await testDatabase()
const app = await testApp(database, { RATE_LIMIT_SCALE: '1', UPLOAD_MB_PER_DAY: '1' })

const upload = async (headers: object, url: string, payload: object) => {
  const method = url === '/api/posts' ? 'POST' : 'PATCH'
  const answer = await app.inject({ method, url, headers: { ...headers }, payload })
  return [answer.statusCode, answer.json().message, Number(answer.headers['retry-after'] ?? 0)] as const
}
let count = 0
const publish = (headers: object, file: string) => {
  count += 1
  const post = { title: 'A', description: 'B', prompt: `Number ${count}`, type: 'Text', exampleFiles: [file] }
  return upload(headers, '/api/posts', post)
}
const stored = async () => (await database.sql`select from media_files`).length

describe('A member’s files', () => {
  it('take as many bytes in a day as the setting says, and no file above that is stored', async () => {
    const headers = await aSession(database, await aUser(database))
    const file = async (side: number) => dataString(await aLargePicture(side, side))
    expect((await publish(headers, await file(450)))[0]).toBe(200)
    const before = await stored()
    const [status, message, seconds] = await publish(headers, await file(460))
    expect([status, message]).toEqual([
      429,
      'You have uploaded as much as fits into a day. Please try again in 24 hours.',
    ])
    expect(seconds).toBeGreaterThan(86_000)
    expect(await stored()).toBe(before)
    expect((await publish(await aSession(database, await aUser(database)), await file(440)))[0]).toBe(200)
  })

  it('have as many pixels and frames in an hour as may be decoded, avatars included', async () => {
    const user = await aUser(database)
    const headers = await aSession(database, user)
    const MESSAGE = 'You have uploaded as many pictures as fit into an hour. Please try again in an hour.'
    const budget = mediaBudget(database.sql, { rateLimitScale: 1, uploadMbPerDay: 1 })
    await budget.takePixels(user.id, 1_990_000_000, 4_998)
    expect(
      (await publish(headers, dataString(await aMovingPicture('gif'), 'image/gif'))).slice(0, 2),
    ).toEqual([429, MESSAGE])
    const other = await aUser(database)
    await budget.takePixels(other.id, 1_999_000_000, 1)
    const avatar = dataString(await aPicture(1_200, 1_200).png().toBuffer())
    const refused = await upload(await aSession(database, other), '/api/user/profile', { avatar })
    expect(refused.slice(0, 2)).toEqual([429, MESSAGE])
  })
})
