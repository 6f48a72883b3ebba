import sharp from 'sharp'
import { expect, it } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { aSession, aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { aPicture, dataString } from '#tests/support/samples.ts'

const database = await testDatabase()
const app = await testApp(database)
const aMember = async () => aSession(database, await aUser(database))

let count = 0
const publish = async (headers: object, exampleFiles: string[]) => {
  count += 1
  const begunAt = performance.now()
  const answer = await app.inject({
    ...{ method: 'POST', url: '/api/posts', headers: { ...headers } },
    payload: { title: 'A', description: 'B', prompt: `Number ${count}`, type: 'Text', exampleFiles },
  })
  const { message, field } = answer.json()
  return { status: answer.statusCode, message, field, ms: performance.now() - begunAt }
}
const setAvatar = (headers: object, avatar: string) =>
  app.inject({ method: 'PATCH', url: '/api/user/profile', headers: { ...headers }, payload: { avatar } })

const frames = async (kind: 'gif' | 'webp', side: number, pages: number) => {
  const pictures = await Promise.all(
    Array.from({ length: pages }, (_, n) => aPicture(side, side).tint({ r: n, g: 9, b: 9 }).png().toBuffer()),
  )
  return dataString(
    await sharp(pictures, { join: { animated: true } })
      .toFormat(kind, { effort: 1 })
      .toBuffer(),
    `image/${kind}`,
  )
}
const avif = async (width: number, height: number) =>
  dataString(await aPicture(width, height).avif({ effort: 0 }).toBuffer(), 'image/avif')
const photo = dataString(
  await sharp({
    create: {
      ...{ width: 4_000, height: 3_000, channels: 3, background: 'gray' },
      noise: { type: 'gaussian', mean: 128, sigma: 8 },
    },
  })
    .jpeg({ quality: 75 })
    .toBuffer(),
  'image/jpeg',
)

it('A picture of more pixels than can be processed in two seconds is refused before one is decoded', async () => {
  const member = await aMember()
  const refused = await publish(member, Array(5).fill(await avif(8_000, 6_200)))
  expect(refused).toMatchObject({
    status: 413,
    message: 'The picture has too many pixels to process. Please upload a smaller one.',
    field: 'exampleFiles.0',
  })
  expect(refused.ms).toBeLessThan(1_000)
}, 60_000)

it('A stranger’s photo takes its second, whatever others have waiting', async () => {
  const stranger = await aMember()
  expect(await publish(stranger, [photo])).toMatchObject({ status: 200 })
  const alone = await publish(stranger, [photo])
  const [large, gif, webp] = [
    await avif(6_000, 6_200),
    await frames('gif', 700, 100),
    await frames('webp', 700, 100),
  ]
  const waiting: Promise<{ status?: number; statusCode?: number }>[] = []
  let answered = 0
  for (let account = 0; account < 4; account += 1) {
    const member = await aMember()
    for (const file of [large, gif, webp, photo]) waiting.push(publish(member, [file, file]))
    waiting.push(setAvatar(member, large))
  }
  for (const one of waiting) void one.then(() => (answered += 1))
  await new Promise((resolve) => setTimeout(resolve, 500))
  const times = []
  for (let round = 0; round < 4; round += 1) {
    const mine = await publish(await aMember(), [photo])
    expect(mine.status).toBe(200)
    times.push(Math.round(mine.ms))
  }
  // A busy machine is given the time that it takes anyway.
  expect(Math.min(...times), `took ${times} ms`).toBeLessThan(Math.max(1_000, 3 * alone.ms))
  expect(answered).toBeLessThan(waiting.length)
  // Each of the others gets an answer, too: the large AVIF that it takes too long.
  const statuses = (await Promise.all(waiting)).map(({ status, statusCode }) => status ?? statusCode)
  for (const status of statuses) expect([200, 413, 503]).toContain(status)
  expect(statuses).toContain(200)
}, 120_000)
