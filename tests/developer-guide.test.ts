import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { createMessage } from '#features/webhooks/server/create-message.ts'
import { projectRoot } from '#server/project-root.ts'
import { buildTestApp } from './support/app.ts'
import { seedApiToken, seedPost, seedSession, seedTopic, seedUser } from './support/builders.ts'
import { buildCommandLine } from './support/command-line.ts'
import { createTestDatabase } from './support/database.ts'
import { blocksOfDeveloperGuide } from './support/developer-guide-blocks.ts'
import { findFreePort } from './support/free-port.ts'
import { allowCommandLine } from './support/oauth-browser.ts'
import { waitFor } from './support/wait-until.ts'

const run = promisify(execFile)
const database = await createTestDatabase()
const port = await findFreePort()
const site = `http://127.0.0.1:${port}`
const app = await buildTestApp(database, { WEBHOOK_PRIVATE_ADDRESSES: 'true', PUBLIC_URL: site })
await app.listen({ port, host: '127.0.0.1' })
afterAll(() => app.close())

const blocksOf = (language: string) => blocksOfDeveloperGuide(site, language)

it('each command of the page for developers that calls the API works as it is written', async () => {
  const user = await seedUser(database)
  await seedPost(database, { title: 'Haiku of rain' })
  const { authorization } = await seedApiToken(database, user, ['read', 'private', 'write'])
  const env = { ...process.env, TOKEN: authorization.replace('Bearer ', ''), ID: '' }
  const outputs: string[] = []
  for (const code of blocksOf('sh').filter((code) => !/\$WEBHOOK|^npx|\| npx/m.test(code))) {
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

it('each command of the page for developers that uses the command line works as it is written', async () => {
  const user = await seedUser(database)
  const session = await seedSession(database, user)
  const { installLocally } = await buildCommandLine()
  const { cwd, environment } = installLocally()
  const env = { ...process.env, ...environment, ID: '' }
  const outputs: string[] = []
  for (const code of blocksOf('sh').filter((code) => /^npx(?! skills)|\| npx/m.test(code))) {
    const child = spawn('sh', ['-ec', code], { cwd, env })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stderr.on('data', (chunk) => (stderr += chunk))
    const ended = once(child, 'close')
    // Signing in waits for the member's browser.
    if (code.includes(' login ')) await allowCommandLine(app, { site, session, child })
    const [status] = await ended
    expect(status, `${code}\n${stderr}`).toBe(0)
    outputs.push(stdout)
    // The page tells readers to use the id of the prompt that they have saved.
    if (code.includes(' save ')) env.ID = /Saved as (\d+)/.exec(stdout)?.[1] ?? ''
  }
  const [login, found, saved, filled, synced, installed] = outputs
  expect(login).toContain(`as ${user.username}`)
  expect(found).toContain('Haiku of rain')
  expect(saved).toContain(`private: ${site}/post/`)
  expect(filled).toBe('Write a haiku about winter.\n')
  expect(synced).toContain('seasons.md')
  expect(installed).toContain('Installed seasons')
})

it('the command that lists skills works as it is written', async () => {
  const headers = await seedSession(database, await seedUser(database))
  const topic = await seedTopic(database)
  const payload = {
    ...{ title: 'Reviews', description: 'Reviews code', prompt: 'Read the change.', form: 'skill' },
    ...{ type: 'Code', topicId: topic.id, skill: JSON.stringify({ name: 'reviews' }) },
  }
  const created = await app.inject({
    method: 'POST',
    url: '/api/posts',
    headers: { ...headers, origin: site },
    payload,
  })
  expect(created.statusCode, created.body).toBe(200)
  // Within the project, so that npx finds the program without the registry.
  const cwd = mkdtempSync(path.join(projectRoot, 'node_modules/.skills-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const [code = ''] = blocksOf('sh').filter((each) => each.startsWith('npx skills'))
  const env = { PATH: process.env.PATH, HOME: cwd, DISABLE_TELEMETRY: '1', DO_NOT_TRACK: '1', CI: '1' }
  const { stdout } = await run('sh', ['-ec', code], { cwd, env })
  expect(stdout).toContain('reviews')
})

/** Runs the receiver of the page as it is written, and returns its address and what it has printed. */
const startReceiver = async (secret: string) => {
  const [code = ''] = blocksOf('js')
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  // Within the project, so that the receiver finds the library as after `npm install`.
  const folder = mkdtempSync(path.join(projectRoot, 'node_modules/.receiver-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'receiver.mjs')
  writeFileSync(file, code)
  const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: String(port) }
  const receiver = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void receiver.kill())
  const printed: string[] = []
  receiver.stdout.on('data', (chunk) => printed.push(String(chunk)))
  const url = `http://127.0.0.1:${port}/`
  await waitFor(() => fetch(url, { method: 'POST', body: '{}' }))
  return { url, printed }
}

it('the receiver of webhooks and the commands that test it work as they are written', async () => {
  const user = await seedUser(database)
  const headers = { ...(await seedSession(database, user)), origin: site }
  const payload = { url: 'http://127.0.0.1:1/', kinds: ['post.updated'] }
  const created = (await app.inject({ method: 'POST', url: '/api/webhooks', headers, payload })).json()
  const { url, printed } = await startReceiver(created.secret)
  await app.inject({ method: 'PATCH', url: `/api/webhooks/${created.id}`, headers, payload: { url } })
  const { authorization } = await seedApiToken(database, user, ['private', 'write'])
  const env = { ...process.env, TOKEN: authorization.replace('Bearer ', ''), WEBHOOK: String(created.id) }
  const outputs: string[] = []
  for (const code of blocksOf('sh').filter((code) => code.includes('$WEBHOOK')))
    outputs.push((await run('sh', ['-c', code], { env })).stdout)
  const [tested, log] = outputs.map((output) => JSON.parse(output))
  expect(tested).toMatchObject({ kind: 'webhook.test', state: 'delivered', status: 204 })
  expect(log).toMatchObject([{ id: tested.id }])
  await waitFor(() => expect(printed.join('')).toContain('webhook.test {}'))
  const forged = await fetch(url, { method: 'POST', body: '{"type":"post.updated"}' })
  expect(forged.status).toBe(400)
})

it('the message of a webhook looks as on the page', () => {
  const [example] = blocksOf('json').filter((code) => code.includes('post.updated'))
  const createdAt = new Date('2026-11-26T10:00:00.000Z')
  const event = { kind: 'post.updated', postId: 7, revision: 2, subjectId: null, createdAt }
  expect(JSON.parse(createMessage(site, event))).toEqual(JSON.parse(example ?? ''))
})

it('each configuration names the address of the MCP server', () => {
  const blocks = blocksOf('json')
    .map((code) => JSON.stringify(JSON.parse(code)))
    .filter((code) => code.includes('ervers'))
  expect(blocks).toHaveLength(2)
  for (const block of [...blocks, ...blocksOf('')]) expect(block).toContain(`${site}/mcp`)
})
