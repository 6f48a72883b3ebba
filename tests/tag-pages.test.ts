import { afterAll, expect, it } from 'vitest'
import { buildApp } from '#app/server/build-app.ts'
import { createRenderer } from '#app/web/entry-server.tsx'
import { paths } from '#core/paths.ts'
import { readConfig } from '#server/config.ts'
import { seedPost } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const app = await buildApp({
  config: readConfig({ RATE_LIMIT_SCALE: '0' }),
  database,
  renderer: createRenderer(
    { name: 'Prompts', url: 'https://prompts.example', version: '1.0.0' },
    { scripts: [], styles: [], preloads: [] },
  ),
  eventLoopLag: () => 0,
})
afterAll(() => app.close())

const tags = ['c', 'c++', 'c#', 'f#', '.net', 'r&d', 'node.js', 'c++-core']
for (const tag of tags) await seedPost(database, { title: `About ${tag} alone`, tags: [tag] })

it.each(tags)('the tag %s has a page of its own, which its posts link', async (tag) => {
  const { statusCode, body } = await app.inject(paths.tag(tag))
  expect(statusCode).toBe(200)
  const titles = body.match(/About [^ ]+ alone/g)?.map((title) => title.replaceAll('&amp;', '&'))
  expect(new Set(titles)).toEqual(new Set([`About ${tag} alone`]))
  const upperCase = await app.inject(paths.tag(tag.toUpperCase()))
  expect([upperCase.statusCode, upperCase.headers.location]).toEqual([301, paths.tag(tag)])
})
