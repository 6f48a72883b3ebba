// @module-tag full
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { openDatabase } from '#server/database/connect.ts'
import { openEmbeddedDatabase } from '#server/database/embedded.ts'
import { errorLogger } from '#server/log.ts'
import { getStoragePath } from '#server/media/storage-path.ts'
import { seedSession, seedUser } from '../support/builders.ts'
import { findPostmaster, killProcesses } from '../support/processes.ts'
import { createTestImage, toDataUrl } from '../support/samples.ts'
import { createTemporaryFolder, startServer } from '../support/server-process.ts'
import { waitUntil } from '../support/wait-until.ts'

const openBeside = async (dataDir: string) => {
  const { url } = await openEmbeddedDatabase({ dataDir, log: errorLogger })
  const database = openDatabase({ url, max: 2 })
  onTestFinished(() => database.close())
  return database
}

it('keeps every acknowledged post and its file when server and database are killed during 200 publishes', async () => {
  const dataDir = await createTemporaryFolder()
  const env = { RATE_LIMIT_SCALE: '0' }
  const server = await startServer({ dataDir, env })
  const before = await openBeside(dataDir)
  const origin = { origin: `http://localhost:${server.port}`, 'content-type': 'application/json' }
  const members = await Promise.all(
    Array.from({ length: 4 }, async () => seedSession(before, await seedUser(before))),
  )
  const answered: { id: number; exampleFiles: string[] }[] = []
  const publish = async (n: number) => {
    const picture = await createTestImage(10 + n, 10)
      .png()
      .toBuffer()
    const response = await fetch(`${server.url}/api/posts`, {
      method: 'POST',
      headers: { ...members[n % 4], ...origin },
      body: JSON.stringify({
        title: `Title ${n % 7}`,
        description: 'Words',
        prompt: randomBytes(20).toString('hex'),
        type: 'Text',
        exampleFiles: [toDataUrl(picture)],
      }),
    })
    if (response.ok) answered.push((await response.json()) as (typeof answered)[number])
    else throw new Error(`${response.status} ${await response.text()}`)
  }
  // At most sixteen posts are published at a time because images that queue behind too many others are
  // rejected with 503.
  const inLane = async (lane: number) => {
    for (let n = lane; n < 200; n += 16) await publish(n)
  }
  const all = Promise.allSettled(Array.from({ length: 16 }, (_, lane) => inLane(lane)))
  await waitUntil(() => answered.length >= 60)
  killProcesses(server.pid, findPostmaster(dataDir))
  await Promise.all([server.ended, all])
  expect(answered.length).toBeGreaterThanOrEqual(60)
  expect(answered.length).toBeLessThan(200)

  const again = await startServer({ dataDir, env })
  expect(again.stderr()).not.toMatch(/FATAL|Error/)
  const after = await openBeside(dataDir)
  for (const { id, exampleFiles } of answered) {
    const response = await fetch(`${again.url}/api/posts/${id}`)
    expect([response.status, ((await response.json()) as (typeof answered)[number]).exampleFiles]).toEqual([
      200,
      exampleFiles,
    ])
    const name = exampleFiles[0]?.slice('/media/'.length) ?? ''
    expect(existsSync(path.join(dataDir, 'media', getStoragePath(name)))).toBe(true)
  }
  expect(await verifyCounts(after.sql)).toEqual([])
  again.child.kill('SIGTERM')
  expect(await again.ended).toBe(0)
})
