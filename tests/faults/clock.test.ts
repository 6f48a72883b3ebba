// @module-tag full
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { signUp } from '../support/browser.ts'
import { seedSession, seedUser } from '../support/builders.ts'
import { createMovableClock, faketimeLibrary } from '../support/movable-clock.ts'
import { createRemoteClient } from '../support/remote-browser.ts'
import { createTemporaryFolder, type ServerProcess, startServer } from '../support/server-process.ts'
import { buildPostBody, buildWriteHeaders, openNotificationStream, postJson } from '../support/site-client.ts'
import { startSiteDatabase } from '../support/site-database.ts'
import { appendTrustReport, FAULT_ROUNDS, measureRecovery } from '../support/trust-report.ts'
import { waitUntil } from '../support/wait-until.ts'
import { startWriters } from '../support/writers.ts'

const NAME = 'two servers, clocks two hours apart'
const { url, database } = await startSiteDatabase()

const startWithClock = async (env: NodeJS.ProcessEnv = {}) => {
  const dataDir = await createTemporaryFolder()
  mkdirSync(dataDir, { recursive: true })
  const clock = createMovableClock(`${dataDir}/clock`)
  const settings = { DATABASE_URL: url, WORKERS: '1', RATE_LIMIT_SCALE: '0', ...clock.env, ...env }
  return { ...(await startServer({ dataDir, env: settings })), clock }
}

/** Starts publishing a post; the returned function sends the rest of the request and returns the status. */
const beginPost = async (server: ServerProcess, member: Record<string, string>, title: string) => {
  const body = JSON.stringify(buildPostBody(title))
  const sent = request(`${server.url}/api/posts`, {
    method: 'POST',
    agent: false,
    headers: { ...buildWriteHeaders(server, member), 'content-length': body.length },
  })
  const responded = once(sent, 'response')
  responded.catch(() => {})
  sent.write(body.slice(0, 20))
  // Nothing shows that the server has read the beginning of the body.
  await delay(100)
  return async () => {
    sent.end(body.slice(20))
    const [response] = await responded
    response.resume()
    return response.statusCode as number
  }
}

it.skipIf(!faketimeLibrary)(
  'keeps sessions, votes, feeds and notifications when the clocks of two servers are moved',
  { timeout: 180_000 + FAULT_ROUNDS * 20_000 },
  async () => {
    const [ahead, behind] = [await startWithClock(), await startWithClock()]
    const [author, reader] = [await seedUser(database), await seedUser(database)]
    const [authors, readers] = [await seedSession(database, author), await seedSession(database, reader)]
    const writers = [await startWriters(ahead, database, 2), await startWriters(behind, database, 2)]
    const streams = [
      await openNotificationStream(ahead, authors),
      await openNotificationStream(behind, authors),
    ]
    expect(streams.map(({ status }) => status)).toEqual([200, 200])
    // Once a stream has delivered its first event, the delay of the next one depends on the clock.
    await waitUntil(() => streams.every(({ text }) => text().includes('event: changed')))
    for (let round = 0; round < FAULT_ROUNDS; round += 1) {
      const uploads = [
        await beginPost(ahead, readers, `Sent while the clock is set forward ${round}`),
        await beginPost(behind, readers, `Sent while the clock is set back ${round}`),
      ]
      ahead.clock.set(1)
      behind.clock.set(-1)
      // The upload rate is checked every two seconds.
      await delay(2_500)
      expect(await Promise.all(uploads.map((finish) => finish()))).toEqual([200, 200])
      await measureRecovery(NAME, 'clocks moved apart', async () => {
        const title = `Written ahead of time ${round}`
        const published = await postJson(ahead, '/api/posts', authors, buildPostBody(title))
        expect(published.status).toBe(200)
        const { id } = (await published.json()) as { id: number }
        const seen = streams.map(({ text }) => text().length)
        const comment = await postJson(behind, '/api/comments', readers, {
          postId: id,
          content: `Well done ${round}`,
        })
        expect(comment.status).toBe(200)
        const vote = await postJson(behind, '/api/votes', readers, { postId: id, value: 1 })
        expect(((await vote.json()) as { score: number }).score).toBe(1)
        for (const server of [ahead, behind]) {
          const feed = await fetch(`${server.url}/api/posts?sort=new`, { headers: readers })
          expect(await feed.text()).toContain(title)
        }
        await waitUntil(() => streams.every(({ text }, n) => text().length > (seen[n] ?? 0)), 5)
        const { id: commentId } = (await comment.json()) as { id: number }
        const edited = await fetch(`${ahead.url}/api/comments/${commentId}`, {
          method: 'PATCH',
          headers: buildWriteHeaders(ahead, readers),
          body: JSON.stringify({ content: `Very well done ${round}` }),
        })
        expect(edited.status).toBe(200)
      })
      for (const server of [ahead, behind]) {
        const { user } = await signUp(
          createRemoteClient(server, database),
          `${server.port}.${round}@example.org`,
          'a long enough one',
        )
        expect(user).toMatchObject({ id: expect.any(Number) })
      }
      for (const { clock } of [behind, ahead]) clock.set(0)
      // The clocks are right again for half a second while members write.
      await delay(500)
    }
    for (const stream of streams) stream.close()
    for (const { stop } of writers) await stop()
    const lost = (await Promise.all(writers.map(({ listLost }) => listLost(database)))).flat()
    const wrong = await verifyCounts(database.sql)
    const acknowledged = writers.reduce((sum, each) => sum + each.acknowledged(), 0)
    appendTrustReport({ name: NAME, acknowledged, lost: lost.length, wrong: wrong.length })
    expect([lost, wrong, writers.flatMap(({ unexpected }) => unexpected)]).toEqual([[], [], []])
    expect(acknowledged).toBeGreaterThan(20)
    for (const server of [ahead, behind]) expect(server.child.exitCode).toBe(null)
  },
)

it.skipIf(!faketimeLibrary)(
  'counts rate limits together and accepts sessions when a server starts with another time',
  async () => {
    const env = { RATE_LIMIT_SCALE: '0.01' }
    const headers = await seedSession(database, await seedUser(database))
    const servers = [await startWithClock(env), await startWithClock(env)]
    servers[0]?.clock.set(1)
    servers[1]?.clock.set(-1)
    const statuses: number[] = []
    for (let n = 0; n < 8; n += 1)
      statuses.push((await fetch(`${servers[n % 2]?.url}/api/search?q=words`, { headers })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
    for (const server of servers) {
      server.child.kill('SIGTERM')
      expect(await server.ended).toBe(0)
    }
  },
)
