import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { featureJobs } from '#app/server/features.ts'
import { readConfig } from '#server/config.ts'
import { errorLogger } from '#server/log.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { deliverWebhooks } from '#use-cases/deliver-webhooks.ts'
import { seedPermissionFixtures } from './permissions/fixtures.ts'
import { buildRequest } from './permissions/request.ts'
import { permissions } from './permissions/table.ts'
import { buildTestApp, getTestDataDir } from './support/app.ts'
import { signUp, TestClient } from './support/browser.ts'
import { seedPost, seedSession, seedTopic, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

/*
 * Writes down the SQL of each file as it is sent to PostgreSQL, so that a change of a composed statement shows in a
 * review. `UPDATE_QUERIES=true npx vitest run tests/queries.test.ts` renews the files.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = 'database/queries'

/** The file that has composed each statement, by its text. */
const composedBy = vi.hoisted(() => new Map<string, string>())

vi.mock('#server/database/sql.ts', async (load) => {
  const original = await load<typeof import('#server/database/sql.ts')>()
  const { createSqlTag } = original
  return {
    ...original,
    createSqlTag: (...args: Parameters<typeof createSqlTag>) => {
      const tag = createSqlTag(...args)
      const recording = (first: TemplateStringsArray, ...values: unknown[]) => {
        const query = tag(first, ...values)
        const file = /\/(src\/(?:features|server|app|use-cases)\/(?!.*\/database\/sql\.ts)[^:?)]+\.ts)/.exec(
          new Error().stack ?? '',
        )?.[1]
        if (file) composedBy.set(query.text, file)
        return query
      }
      return Object.assign(recording, { unsafe: tag.unsafe })
    },
  }
})

/** Set for what the test calls; statements of timers are left out. */
const isCalled = new AsyncLocalStorage<true>()

const sent = new Map<string, Set<string>>()
const database = await createTestDatabase((text) => {
  const file = composedBy.get(text)
  if (file === undefined || !isCalled.getStore()) return
  const statements = sent.get(file) ?? new Set()
  sent.set(file, statements.add(toLines(text)))
})
const app = await buildTestApp(database)

/** Removes the indentation of the code around a statement. */
const toLines = (text: string): string => {
  const lines = text.split('\n').filter((line) => line.trim())
  const indents = lines.slice(1).map((line) => line.length - line.trimStart().length)
  const indent = Math.min(...indents)
  return lines.map((line, index) => (index === 0 ? line.trim() : `  ${line.slice(indent)}`)).join('\n')
}

const callEveryEndpoint = async () => {
  for (const endpoint of Object.keys(permissions))
    for (const actor of ['visitor', 'owner', 'admin'] as const) {
      const world = await seedPermissionFixtures(database, actor)
      const call = (await permissions[endpoint]?.[2]?.(world)) ?? {}
      const answer = await app.inject({ ...buildRequest(endpoint, world, call), payloadAsStream: true })
      answer.stream().destroy()
    }
}

const runScheduledJobs = async () => {
  const config = readConfig({ DATA_DIR: getTestDataDir(app) })
  const context = {
    sql: database.sql,
    databaseUrl: '',
    config,
    files: createFileStore(config),
    log: errorLogger,
    signal: new AbortController().signal,
    enqueuedAt: new Date(),
  }
  // While there are webhooks, their job waits almost a minute for more messages.
  await deliverWebhooks(context)
  await database.sql`update webhooks set state = 'paused'`
  for (const job of featureJobs.filter(({ schedule }) => schedule)) await job.run(context, {})
}

/** Reads lists with filters and orders that the table of permissions does not use. */
const readLists = async () => {
  const member = await seedUser(database)
  const topic = await seedTopic(database, { name: 'Harbour' })
  const post = await seedPost(database, { by: member, topic, tags: ['sea'], title: 'Harbour lights' })
  const headers = await seedSession(database, member)
  for (const url of [
    ...['new', 'top'].flatMap((sort) => [
      `/api/posts?sortBy=${sort}`,
      `/api/posts?sortBy=${sort}&type=text&model=chatgpt&tag=sea&topicId=${topic.id}`,
      `/api/posts?sortBy=${sort}&authorId=${member.id}&q=harbour`,
    ]),
    ...['relevance', 'new', 'top'].flatMap((sort) => [
      `/api/search?q=harbour&sortBy=${sort}`,
      `/api/search?q=harbuor+lihgts&sortBy=${sort}`,
      `/api/search?q=%22harbour+lights%22+-storm+tag:sea+type:text+model:chatgpt+topic:harbour+author:${member.username}&sortBy=${sort}`,
    ]),
    '/api/search/names?q=har',
    `/api/comments/${post.id}`,
    `/api/posts/slug/${post.id}`,
  ])
    for (const by of [{}, headers]) await app.inject({ url, headers: by })
}

const callEverything = async () => {
  await callEveryEndpoint()
  await signUp(new TestClient(app), 'somebody@example.org', 'plums in the icebox')
  await runScheduledJobs()
  await readLists()
}

const fileOf = (source: string) =>
  `${FOLDER}/${source.replace(/^src\/(features\/)?/, '').replace(/\.ts$/, '.sql')}`

describe('the SQL in database/queries', () => {
  it('is what endpoints, scheduled jobs and a sign-up send', async () => {
    await isCalled.run(true, callEverything)
    const expected = new Map(
      [...sent].map(([source, statements]) => [
        fileOf(source),
        `-- ${source}\n\n${[...statements].sort().join(';\n\n')};\n`,
      ]),
    )
    if (process.env.UPDATE_QUERIES === 'true') {
      rmSync(path.join(root, FOLDER), { recursive: true, force: true })
      for (const [file, text] of expected) {
        mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
        writeFileSync(path.join(root, file), text)
      }
    }
    const present = globSync(`${FOLDER}/**/*.sql`, { cwd: root })
    expect(present.sort()).toEqual([...expected.keys()].sort())
    for (const [file, text] of expected)
      expect(existsSync(path.join(root, file)) && readFileSync(path.join(root, file), 'utf8'), file).toBe(
        text,
      )
  }, 300_000)
})
