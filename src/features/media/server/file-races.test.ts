import { existsSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { getMediaName } from '#core/media-name.ts'
import { openDatabase } from '#server/database/connect.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { getStoragePath } from '#server/media/storage-path.ts'
import { buildTestApp, getTestDataDir } from '#tests/support/app.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { startPausingProxy } from '#tests/support/pausing-proxy.ts'
import { toDataUrl } from '#tests/support/samples.ts'
import { sweepMedia } from './sweep-media.ts'

/*
 * Two servers with the same files do something each: the first is held back before one of its statements, the second
 * runs until it is done or waits for a lock of the first, and then the first goes on. Afterwards, every file that
 * something refers to is still there.
 */
const url = await provisionTestDatabase()
const database = openDatabase({ url, max: 5 })
const { sql } = database
const proxy = await startPausingProxy(url)
const proxied = openDatabase({ url: proxy.url, max: 5 })
const second = await buildTestApp(database)
const dataDir = getTestDataDir(second)
const first = await buildTestApp(proxied, { DATA_DIR: dataDir })
const files = createFileStore({ dataDir, s3: null })

const picture = async (background: string) =>
  toDataUrl(
    await sharp({ create: { width: 9, height: 9, channels: 3, background } })
      .png()
      .toBuffer(),
  )
const [old, other] = [await picture('#ff0000'), await picture('#00ff00')]

type Scene = { headers: Record<string, string>; post: number; version: number; file: string }
type Server = { app: FastifyInstance; sql: typeof sql }
type Action = (scene: Scene, server: Server) => Promise<unknown>

let prompts = 0
const post = { title: 'A', description: 'B', type: 'Text' }
const send = async (
  { app }: Pick<Server, 'app'>,
  { headers }: Pick<Scene, 'headers'>,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  to: string,
  payload?: object,
) => {
  const response = await app.inject({ method, url: to, headers, ...(payload && { payload }) })
  expect(response.statusCode, `${method} ${to}: ${response.body}`).toBeLessThan(500)
  return { status: response.statusCode, ...response.json() }
}
const publish = (server: Pick<Server, 'app'>, scene: Pick<Scene, 'headers'>, exampleFiles: string[]) => {
  prompts += 1
  return send(server, scene, 'POST', '/api/posts', { ...post, prompt: `Number ${prompts}`, exampleFiles })
}

const actions: Record<string, Action> = {
  'sweep files': (_, server) => sweepMedia({ sql: server.sql, files }),
  'publish with an earlier upload': (scene, server) => publish(server, scene, [scene.file]),
  'publish with a new upload of the same file': (scene, server) => publish(server, scene, [old]),
  'save a draft': (scene, server) =>
    send(server, scene, 'PUT', `/api/user/drafts/${crypto.randomUUID()}`, { exampleFiles: [scene.file] }),
  'add the file in an edit': (scene, server) =>
    send(server, scene, 'PATCH', `/api/posts/${scene.post}`, { exampleFiles: [scene.file] }),
  'restore the version': (scene, server) =>
    send(server, scene, 'POST', `/api/posts/${scene.post}/versions/${scene.version}/restore`),
  'delete the version': (scene, server) =>
    send(server, scene, 'DELETE', `/api/posts/${scene.post}/versions/${scene.version}`),
  'delete the post': (scene, server) => send(server, scene, 'DELETE', `/api/posts/${scene.post}`),
  'save the profile with its avatar': (scene, server) =>
    send(server, scene, 'PATCH', '/api/user/profile', { bio: 'I write', avatar: scene.file }),
  'upload the same avatar': (scene, server) =>
    send(server, scene, 'PATCH', '/api/user/profile', { avatar: old }),
  'replace the avatar': (scene, server) =>
    send(server, scene, 'PATCH', '/api/user/profile', { avatar: other }),
}

/** Creates a member with an unused file: that of an earlier version of their post. */
const anEditedPost = async (): Promise<Scene> => {
  const headers = await seedSession(database, await seedUser(database))
  const { id, exampleFiles } = await publish({ app: second }, { headers }, [old])
  await send({ app: second }, { headers }, 'PATCH', `/api/posts/${id}`, { exampleFiles: [] })
  return { headers, post: id, version: 1, file: exampleFiles[0] }
}
const aFormerFile = async (): Promise<Scene> => {
  const scene = await anEditedPost()
  await sql`delete from post_versions`
  await sql`update media_files set touched_at = now() - interval '25 hours'`
  return scene
}
const anAvatar = async (): Promise<Scene> => {
  const headers = await seedSession(database, await seedUser(database))
  const { avatar } = await send({ app: second }, { headers }, 'PATCH', '/api/user/profile', { avatar: old })
  return { headers, post: 0, version: 0, file: avatar }
}

const selectMissingFiles = async () => {
  const rows = await sql<{ file: string }[]>`
    select unnest(example_files) as file from posts
    union select jsonb_array_elements_text(fields -> 'exampleFiles') from post_versions
    union select jsonb_array_elements_text(fields -> 'exampleFiles') from drafts
    union select avatar from users where avatar is not null`
  return rows.filter(
    ({ file }) => !existsSync(path.join(dataDir, 'media', getStoragePath(getMediaName(file) ?? ''))),
  )
}
const isSomebodyWaiting = async () =>
  (
    await sql`
    select from pg_locks l join pg_database d on d.oid = l.database or l.database is null
    where d.datname = current_database() and not l.granted`
  ).length > 0

const race = async (prepare: () => Promise<Scene>, delayed: string, meanwhile: string) => {
  for (let statement = 1; ; statement += 1) {
    await deleteRows(sql, 'users', 'media_files')
    const scene = await prepare()
    const paused = proxy.pauseBefore(statement)
    const running = actions[delayed]?.(scene, { app: first, sql: proxied.sql })
    const isPaused = await Promise.race([paused.then(() => true), running?.then(() => false)])
    let isDone = false
    const acting = actions[meanwhile]?.(scene, { app: second, sql }).finally(() => {
      isDone = true
    })
    while (isPaused && !isDone && !(await isSomebodyWaiting())) await new Promise(setImmediate)
    proxy.resume()
    await Promise.all([running, acting])
    expect(await selectMissingFiles(), `${delayed}, before statement ${statement}: ${meanwhile}`).toEqual([])
    if (!isPaused) return
  }
}

type Pair = [delayed: string, meanwhile: string, prepare: () => Promise<Scene>]

const pairs: Pair[] = [
  ['sweep files', 'publish with an earlier upload', aFormerFile],
  ['publish with an earlier upload', 'delete the version', anEditedPost],
  ['save a draft', 'delete the version', anEditedPost],
  ['delete the version', 'restore the version', anEditedPost],
  ['save the profile with its avatar', 'replace the avatar', anAvatar],
]
const uses = ['publish with an earlier upload', 'publish with a new upload of the same file', 'save a draft']
const edits = ['add the file in an edit', 'restore the version']
const avatars = ['save the profile with its avatar', 'upload the same avatar', 'replace the avatar']
const allPairs = [
  ...[...uses, 'add the file in an edit', 'sweep files'].map(
    (use): Pair => ['sweep files', use, aFormerFile],
  ),
  ...[...uses, ...edits, 'delete the version'].map((use): Pair => ['delete the version', use, anEditedPost]),
  ...edits.map((use): Pair => ['delete the post', use, anEditedPost]),
  ...avatars.map((use): Pair => ['replace the avatar', use, anAvatar]),
].flatMap(([removal, use, prepare]): Pair[] => [
  [removal, use, prepare],
  [use, removal, prepare],
])

it.each(pairs)('does either when nothing else happens: %s, %s', async (removal, use, prepare) => {
  for (const action of [removal, use]) {
    await deleteRows(sql, 'users', 'media_files')
    const done = await actions[action]?.(await prepare(), { app: second, sql })
    expect(done, action).toEqual(action === 'sweep files' ? 1 : expect.objectContaining({ status: 200 }))
  }
})

it.each(pairs)(
  'keeps every file that something refers to when servers do these at the same time: %s, %s',
  (delayed, meanwhile, prepare) => race(prepare, delayed, meanwhile),
)

it.each(allPairs)(
  'keeps every file in any pair of uses and deletions at the same time: %s, %s',
  { tags: ['full'] },
  (delayed, meanwhile, prepare) => race(prepare, delayed, meanwhile),
)
