// @module-tag full
import { expect, it } from 'vitest'
import { openDatabase } from '#server/database/connect.ts'
import { seedSession, seedUser } from '../support/builders.ts'
import { postgresPrograms, startPrimary, startReplica } from '../support/postgres-cluster.ts'
import { createTemporaryFolder, startServer } from '../support/server-process.ts'
import { buildPostBody, buildWriteHeaders, postJson } from '../support/site-client.ts'
import { waitUntil } from '../support/wait-until.ts'

it.skipIf(!postgresPrograms)(
  'members read their own writes at once while the replica that serves visitors replays nothing',
  async () => {
    const primary = await startPrimary(await createTemporaryFolder('primary'))
    const replica = await startReplica(primary, await createTemporaryFolder('replica'))
    const server = await startServer({
      dataDir: await createTemporaryFolder(),
      env: {
        DATABASE_URL: primary.url,
        DATABASE_READ_URL: replica.url,
        // With this limit, the replica stays in use although it is far behind.
        REPLICA_MAX_LAG_MS: '3600000',
        RATE_LIMIT_SCALE: '0',
        TIME_LIMIT_SCALE: '20',
      },
    })
    const database = openDatabase({ url: primary.url, max: 1 })
    const onReplica = openDatabase({ url: replica.url, max: 1 })
    const member = await seedSession(database, await seedUser(database))
    const read = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(server.url + path, { headers })
      return { status: response.status, text: await response.text() }
    }
    const write = async (method: string, path: string, body: object) => {
      const headers = buildWriteHeaders(server, member)
      const response = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) })
      expect(response.status).toBe(200)
      return (await response.json()) as { id: number }
    }
    const first = await postJson(server, '/api/posts', member, buildPostBody('Before the pause'))
    const { id } = (await first.json()) as { id: number }
    // Each visitor's request has a different URL, so it is never served from a cache.
    let limit = 1
    const visitorsFeed = async () => {
      limit += 1
      return (await read(`/api/posts?sort=new&limit=${limit}`)).text
    }
    await waitUntil(async () => (await visitorsFeed()).includes('Before the pause'))
    await onReplica.sql`select pg_wal_replay_pause()`
    await waitUntil(async () => {
      const [row] = await onReplica.sql<{ state: string }[]>`select pg_get_wal_replay_pause_state() as state`
      return row?.state === 'paused'
    })

    const added = await write('POST', '/api/posts', buildPostBody('During the pause'))
    await write('PATCH', `/api/posts/${id}`, { description: 'Edited in the pause' })
    await write('POST', '/api/comments', { postId: id, content: 'A comment in the pause' })
    await write('POST', '/api/votes', { postId: id, value: 1 })
    await write('POST', `/api/posts/${id}/bookmark`, {})

    // Requests are repeated so that both workers respond.
    for (let n = 0; n < 6; n += 1) {
      const { status, text } = await read(`/api/posts/${id}`, member)
      expect([status, JSON.parse(text)]).toMatchObject([
        200,
        { description: 'Edited in the pause', myVote: 1, isBookmarked: true, commentCount: 1 },
      ])
      expect(text).toContain('A comment in the pause')
      expect((await read(`/post/${id}`, member)).text).toContain('A comment in the pause')
      expect((await read(`/api/posts/${added.id}`, member)).status).toBe(200)
      expect((await read('/api/posts?sort=new', member)).text).toContain('During the pause')
      expect((await read('/api/user/bookmarks', member)).text).toContain('Before the pause')
      expect((await read('/api/search?q=pause', member)).text).toContain('During the pause')
    }
    // Visitors must be served by the replica, and the replica must be behind; otherwise the test would prove nothing.
    const feed = await visitorsFeed()
    expect([feed.includes('Before the pause'), feed.includes('During the pause')]).toEqual([true, false])
    const ready = (await read('/readyz')).text
    expect(JSON.parse(ready)).toMatchObject({ replicas: [{ isUsable: true }] })

    await onReplica.sql`select pg_wal_replay_resume()`
    await waitUntil(async () => (await visitorsFeed()).includes('During the pause'))
    await Promise.all([database.close(), onReplica.close()])
  },
)
