import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { writeDeveloperGuide } from '../src/app/web/developer-guide.ts'
import { buildTestApp } from './support/app.ts'
import { seedApiToken, seedPost, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const run = promisify(execFile)
const database = await createTestDatabase()
const app = await buildTestApp(database)
const site = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

const blocksOf = (language: string): string[] =>
  [...writeDeveloperGuide(site).matchAll(/^```(\w*)\n(.*?)^```$/gms)]
    .filter(([, found]) => found === language)
    .map(([, , code = '']) => code)

it('each command of the page for developers works as it is written', async () => {
  const user = await seedUser(database)
  await seedPost(database, { title: 'Haiku of rain' })
  const { authorization } = await seedApiToken(database, user, ['read', 'private', 'write'])
  const env = { ...process.env, TOKEN: authorization.replace('Bearer ', ''), ID: '' }
  const outputs: string[] = []
  for (const code of blocksOf('sh')) {
    const { stdout } = await run('sh', ['-c', code], { env })
    outputs.push(stdout)
    // The page tells readers to use the id of the prompt that they have saved.
    if (code.includes('POST')) env.ID = String(JSON.parse(stdout).id)
  }
  const [search, me, saved, changed, skill, library, metadata] = outputs
  expect(JSON.parse(search ?? '')[0].title).toBe('Haiku of rain')
  expect(JSON.parse(me ?? '').id).toBe(user.id)
  expect(JSON.parse(saved ?? '')).toMatchObject({ isPrivate: true, revision: 1 })
  expect(JSON.parse(changed ?? '')).toMatchObject({
    prompt: 'Write three haikus about ${season}.',
    revision: 2,
  })
  expect(skill).toContain('name: "haiku"')
  expect(library).toContain('Haiku of rain')
  expect(JSON.parse(metadata ?? '').code_challenge_methods_supported).toEqual(['S256'])
})

it('each configuration names the address of the MCP server', () => {
  const blocks = blocksOf('json').map((code) => JSON.stringify(JSON.parse(code)))
  expect(blocks).toHaveLength(2)
  for (const block of [...blocks, ...blocksOf('')]) expect(block).toContain(`${site}/mcp`)
})
