import { brotliCompressSync, constants } from 'node:zlib'
import { expect, it } from 'vitest'
import { createRenderer } from '#app/web/entry-server.tsx'
import { buildTestApp } from './support/app.ts'
import { seedPost, seedTopic, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

/**
 * The size of the page, compressed as the server does for browsers, when this test was written, plus 3 %. The test page
 * is smaller than a real one, which has more topics and names.
 */
const MAX_BYTES = 8_850

const database = await createTestDatabase()

/** Generates words that do not occur elsewhere on the page and are the same in every run. */
let seed = 1
const word = (): string => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed.toString(36)
}
const words = (count: number): string => Array.from({ length: count }, word).join(' ')

it("keeps a visitor's home page small", async () => {
  for (let n = 0; n < 10; n += 1)
    await seedPost(database, {
      by: await seedUser(database, { username: `author${n}` }),
      topic: await seedTopic(database, { name: `Topic ${n}` }),
      title: words(5),
      description: words(12),
      prompt: words(60),
      models: ['chatgpt', 'claude'],
    })
  const renderer = createRenderer(
    { name: 'Prompts', url: 'https://prompts.example', version: '1.0.0' },
    { scripts: ['/assets/entry.js'], styles: ['/assets/entry.css'], preloads: [] },
  )
  const app = await buildTestApp(database, {}, renderer)
  const { body } = await app.inject({ url: '/' })
  expect(body.match(/<article/g)).toHaveLength(12)
  const options = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 }
  expect(brotliCompressSync(body, { params: options }).length).toBeLessThan(MAX_BYTES)
})
