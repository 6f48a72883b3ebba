// @module-tag full
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import type { Upload } from '#features/media/contract.ts'
import { UPLOAD_PIECE_BYTES } from '#features/media/contract-values.ts'
import { mallocSettings, nodeFlags } from '../../scripts/paths.mjs'
import { seedSession, seedUser } from '../support/builders.ts'
import { createLargeImage } from '../support/samples.ts'
import { createTemporaryFolder, startServer } from '../support/server-process.ts'
import { buildWriteHeaders } from '../support/site-client.ts'
import { startSiteDatabase } from '../support/site-database.ts'

const { url, database } = await startSiteDatabase()
const FILES = 7
const MEGABYTE = 1024 * 1024

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

/** Returns the maximum memory that a process uses while `work` runs, in megabytes. */
const peakDuring = async (pid: number, work: () => Promise<unknown>): Promise<number> => {
  let [peak, isDone] = [0, false]
  const watching = (async () => {
    while (!isDone) {
      peak = Math.max(peak, residentMegabytes(pid))
      // The interval between two measurements.
      await delay(10)
    }
  })()
  await work()
  isDone = true
  await watching
  return peak
}

// /proc exists only on Linux.
it.skipIf(process.platform !== 'linux')(
  '35 MB of uploads take no more than 15 MB of memory of the server',
  async () => {
    const server = await startServer({
      dataDir: await createTemporaryFolder(),
      env: { DATABASE_URL: url, RATE_LIMIT_SCALE: '0', WORKERS: '1', ...mallocSettings },
      flags: nodeFlags,
    })
    const headers = await seedSession(database, await seedUser(database))
    const picture = await createLargeImage(1_320, 1_320)
    expect(picture.length).toBeGreaterThan(0.99 * limits.fileBytes - MEGABYTE)
    expect(picture.length).toBeLessThan(limits.fileBytes)

    const send = async (
      method: string,
      path: string,
      type: string,
      body: string | Uint8Array<ArrayBuffer>,
    ) => {
      const init = { method, headers: { ...buildWriteHeaders(server, headers), 'content-type': type }, body }
      const response = await fetch(server.url + path, init)
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
      return (await response.json()) as Upload
    }
    const uploadFile = async () => {
      const bytes = new Uint8Array(picture)
      const json = 'application/json'
      const { id } = await send(
        'POST',
        '/api/uploads',
        json,
        JSON.stringify({ type: 'image/png', size: bytes.length }),
      )
      for (let offset = 0; offset < bytes.length; offset += UPLOAD_PIECE_BYTES) {
        const piece = bytes.slice(offset, offset + UPLOAD_PIECE_BYTES)
        await send('PATCH', `/api/uploads/${id}?offset=${offset}`, 'application/octet-stream', piece)
      }
      return send('POST', `/api/uploads/${id}/finish`, json, '{}')
    }
    const uploadAll = async () => {
      const uploads = await Promise.all(Array.from({ length: FILES }, uploadFile))
      for (const { url } of uploads) expect(url).toMatch(/^\/media\//)
    }
    // The first two rounds load code and let the heap grow to the size that any requests need, so only the
    // memory of the uploads is measured.
    await uploadAll()
    await uploadAll()
    // The memory of finished uploads is returned to the system within this time.
    await delay(2_000)
    const before = residentMegabytes(server.pid)
    const peak = await peakDuring(server.pid, uploadAll)
    process.stdout.write(`upload memory: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most\n`)
    expect(peak - before).toBeLessThan(15)
  },
)
