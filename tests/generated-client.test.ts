import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectRoot } from '#server/project-root.ts'
import { seedPermissionFixtures } from './permissions/fixtures.ts'
import { buildTestApp } from './support/app.ts'
import { seedCollection } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'
import { generateClient } from './support/generate-client.ts'

/** One call for each tag of the document, as a program writes it that uses the generated client. */
const CALLS = `
import * as api from '@prompt-collection/client'
import type { PatchCommentsByIdData, PatchPostsByIdData } from '@prompt-collection/client'

type Content = { id: number; topic: string; username: string; collection: string; text: string }

export const callAll = async (
  baseUrl: string,
  headers: Record<string, string>,
  { id, topic, username, collection, text }: Content,
) => {
  const options = { client: api.createClient({ baseUrl, headers }), throwOnError: true } as const
  const calls = {
    Topics: await api.getTopicsByName({ ...options, path: { name: topic } }),
    Posts: await api.getPostsById({ ...options, path: { id } }),
    'Comments and votes': await api.getPostsByIdComments({ ...options, path: { id }, query: { sort: 'new' } }),
    Skills: await api.getSkills(options),
    Webhooks: await api.getWebhooks(options),
    Users: await api.getUsersByUsername({ ...options, path: { username } }),
    Search: await api.getSearch({ ...options, query: { q: 'title', types: ['Text', 'Code'], limit: 5 } }),
    Bookmarks: await api.getPostsByIdBookmark({ ...options, path: { id } }),
    Collections: await api.getCollectionsById({ ...options, path: { id: collection } }),
    Authentication: await api.getAuthMe(options),
    Account: await api.getUserRemovals(options),
    Notifications: await api.getNotificationsUnreadCount(options),
    Drafts: await api.getUserDrafts(options),
    Optimizer: await api.getOptimizer(options),
    Admin: await api.getAdminUsers({ ...options, query: { sort: 'name', limit: 5 } }),
    Site: await api.getSiteTextsByName({ ...options, path: { name: 'about' } }),
    Feedback: await api.postFeedback({ ...options, body: { content: text } }),
    Moderation: await api.getUserReports(options),
    Uploads: await api.postUploads({ ...options, body: { type: 'image/png', size: 10 } }),
    Advertising: await api.postAdRequests({ ...options, body: { name: text, email: 'ada@example.org' } }),
  }
  // What the types promise is read without a cast.
  const words: string[] = [
    calls.Posts.data.title,
    calls.Posts.data.createdAt,
    calls.Topics.data.name,
    calls.Users.data.username,
    calls.Collections.data.collection.title,
    calls.Uploads.data.id,
    ...calls.Search.data.map((result) => result.title),
    ...calls.Admin.data.map((member) => member.username),
  ]
  const edits: [PatchPostsByIdData['body'], PatchCommentsByIdData['body']] = [
    // @ts-expect-error: an edit does not move a post to another topic.
    { title: text, topicId: 1 },
    // @ts-expect-error: an edit does not move a comment to another post.
    { content: text, postId: 1 },
  ]
  return { calls, words, edits }
}
`

const committed = path.join(projectRoot, 'packages/client/src/generated')
const folder = (() => {
  mkdirSync(path.join(projectRoot, 'test-results'), { recursive: true })
  return mkdtempSync(path.join(projectRoot, 'test-results/client-'))
})()
afterAll(() => rmSync(folder, { recursive: true }))

const database = await createTestDatabase()
const app = await buildTestApp(database)
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const { body: document } = await app.inject('/api/openapi.json')

type Call = { data: unknown; request: Request }
type Calls = {
  callAll(
    baseUrl: string,
    headers: object,
    content: object,
  ): Promise<{ calls: Record<string, Call>; words: string[] }>
}

/** The tags of the operations that accept a token. */
const tags = (): string[] => {
  type Operation = { tags: string[]; security: Record<string, unknown>[] }
  const paths: Record<string, Record<string, Operation>> = JSON.parse(document).paths
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const withToken = operations.filter(({ security }) => security.some(({ token }) => token))
  return [...new Set(withToken.flatMap((operation) => operation.tags))]
}

beforeAll(async () => {
  await generateClient(document, path.join(folder, 'client'))
  if (process.env.UPDATE_CLIENT) {
    rmSync(committed, { recursive: true, force: true })
    cpSync(path.join(folder, 'client'), committed, { recursive: true })
  }
  writeFileSync(path.join(folder, 'calls.ts'), CALLS)
})

it('the client in packages/client is the one that the document describes', () => {
  const read = (root: string) =>
    new Map(
      globSync('**/*.ts', { cwd: root })
        .sort()
        .map((name) => [name, readFileSync(path.join(root, name), 'utf8')]),
    )
  const [generated, stored] = [read(path.join(folder, 'client')), read(committed)]
  const stale = [...new Set([...generated.keys(), ...stored.keys()])].filter(
    (name) => generated.get(name) !== stored.get(name),
  )
  expect(
    stale,
    'The API has changed. Run `UPDATE_CLIENT=true npx vitest run --project unit tests/generated-client.test.ts`.',
  ).toEqual([])
})

it('the types of the generated client leave open only what differs from row to row', () => {
  const types = readFileSync(path.join(committed, 'types.gen.ts'), 'utf8')
  const lines = types.split('\n').filter((line) => /\b(any|unknown)\b/.test(line) && !/^\s*\*/.test(line))
  // An exported account, prompts and the library as files, extensions of passkeys, and what an admin has changed.
  expect([...new Set(lines.map((line) => line.trim()))]).toEqual(['[key: string]: unknown;'])
  expect(lines.length).toBeLessThanOrEqual(8)
})

it('a program that uses the generated client compiles', () => {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'esnext',
    module: 'preserve',
    allowImportingTsExtensions: true,
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: [],
  }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['calls.ts'] }))
  const compiler = path.join(projectRoot, 'node_modules/typescript7/bin/tsc')
  expect(spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' }).stdout).toBe('')
})

it('the generated client gets for one call of each tag what the site answers', async () => {
  const { post, topic, owner, headers, unique } = await seedPermissionFixtures(database, 'admin')
  const collection = await seedCollection(database, owner, 'public', post)
  const { callAll }: Calls = await import(path.join(folder, 'calls.ts'))
  const content = {
    id: post.id,
    topic: topic.name,
    username: owner.username,
    collection,
    text: `Text ${unique}`,
  }
  const { calls, words } = await callAll(`http://127.0.0.1:${port}`, headers, content)
  expect(Object.keys(calls).sort()).toEqual(tags().sort())
  expect(words.filter((word) => typeof word !== 'string' || word === '')).toEqual([])
  for (const [tag, { data, request }] of Object.entries(calls)) {
    if (request.method !== 'GET') continue
    const { pathname, search } = new URL(request.url)
    const { body } = await app.inject({ url: pathname + search, headers })
    expect(JSON.stringify(data), tag).toBe(body)
  }
})
