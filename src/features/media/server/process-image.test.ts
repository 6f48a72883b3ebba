import sharp from 'sharp'
import { expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createTestImage, toDataUrl } from '#tests/support/samples.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)
const aMember = async () => seedSession(database, await seedUser(database))

let count = 0
const publish = async (headers: object, exampleFiles: string[]) => {
  count += 1
  const startedAt = performance.now()
  const response = await app.inject({
    method: 'POST',
    url: '/api/posts',
    headers: { ...headers },
    payload: { title: 'A', description: 'B', prompt: `Number ${count}`, type: 'Text', exampleFiles },
  })
  const { message, field } = response.json()
  return { status: response.statusCode, message, field, ms: performance.now() - startedAt }
}
const setAvatar = (headers: object, avatar: string) =>
  app.inject({ method: 'PATCH', url: '/api/user/profile', headers: { ...headers }, payload: { avatar } })

const frames = async (kind: 'gif' | 'webp', side: number, pages: number) => {
  const pictures = await Promise.all(
    Array.from({ length: pages }, (_, n) =>
      createTestImage(side, side).tint({ r: n, g: 9, b: 9 }).png().toBuffer(),
    ),
  )
  return toDataUrl(
    await sharp(pictures, { join: { animated: true } })
      .toFormat(kind, { effort: 1 })
      .toBuffer(),
    `image/${kind}`,
  )
}
const avif = async (width: number, height: number) =>
  toDataUrl(await createTestImage(width, height).avif({ effort: 0 }).toBuffer(), 'image/avif')
// It has half as many pixels as photos usually have, so even a slow and busy machine can process it in two seconds.
const photo = toDataUrl(
  await sharp({
    create: {
      width: 3_000,
      height: 2_000,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 8 },
    },
  })
    .jpeg({ quality: 75 })
    .toBuffer(),
  'image/jpeg',
)

/** Fills the second half with zeros: what the header says stays, and the picture can no longer be decoded. */
const damage = (dataUrl: string) => {
  const [head = '', base64 = ''] = dataUrl.split(',')
  const bytes = Buffer.from(base64, 'base64')
  return `${head},${bytes.fill(0, bytes.length >> 1).toString('base64')}`
}

it('An image with more pixels than can be processed in two seconds is rejected before it is decoded', async () => {
  const member = await aMember()
  expect(await publish(member, [damage(await avif(8_000, 6_200))])).toMatchObject({
    status: 413,
    message: 'This image has too many pixels. Upload a smaller one.',
    field: 'exampleFiles.0',
  })
  expect(await publish(member, [damage(await avif(800, 620))])).toMatchObject({
    status: 415,
    field: 'exampleFiles.0',
  })
})

it("A member's photo takes about a second, however many images of others are waiting", {
  tags: 'full',
}, async () => {
  const newMember = await aMember()
  expect(await publish(newMember, [photo])).toMatchObject({ status: 200 })
  const alone = await publish(newMember, [photo])
  const [large, gif, webp] = [
    await avif(6_000, 6_200),
    await frames('gif', 700, 100),
    await frames('webp', 700, 100),
  ]
  const waiting: Promise<{ status?: number; statusCode?: number }>[] = []
  let finished = 0
  for (let account = 0; account < 4; account += 1) {
    const member = await aMember()
    for (const file of [large, gif, webp, photo]) waiting.push(publish(member, [file, file]))
    waiting.push(setAvatar(member, large))
  }
  for (const upload of waiting) void upload.then(() => (finished += 1))
  // By then, the uploads of the other members are running.
  await new Promise((resolve) => setTimeout(resolve, 500))
  const times = []
  for (let round = 0; round < 4; round += 1) {
    const mine = await publish(await aMember(), [photo])
    expect(mine.status).toBe(200)
    times.push(Math.round(mine.ms))
  }
  // The limit scales with how long a single upload takes on this machine.
  expect(Math.min(...times), `took ${times} ms`).toBeLessThan(Math.max(1_000, 3 * alone.ms))
  expect(finished).toBeLessThan(waiting.length)
  // The other uploads get a response as well; the large AVIF is rejected because it would take too long.
  const statuses = (await Promise.all(waiting)).map(({ status, statusCode }) => status ?? statusCode)
  for (const status of statuses) expect([200, 413, 503]).toContain(status)
  expect(statuses).toContain(200)
})
