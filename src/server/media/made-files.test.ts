import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openMadeFiles } from './made-files.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'prompt-collection-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const DAY_MS = 24 * 3_600_000
const KB = Buffer.alloc(1_000)

/** Writes files named by their number, the first one unused for longest. */
const fill = async (folder: string, maxBytes: number, ages: readonly number[]) => {
  const made = openMadeFiles(path.join(dataDir, folder), maxBytes)
  for (const [at, days] of ages.entries()) {
    const file = await made.write(`${at}`.padStart(4, '0'), KB)
    const usedAt = new Date(Date.now() - days * DAY_MS)
    utimesSync(file, usedAt, usedAt)
  }
  return made
}
const left = (folder: string) =>
  readdirSync(path.join(dataDir, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^\d{4}$/.test(path.basename(name)))
    .map((name) => Number(path.basename(name)))
    .sort((one, other) => one - other)

it('Above the bound go the files that were not used for longest', async () => {
  const made = await fill('bound', 1_000_000, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  await made.sweep()
  expect(left('bound')).toHaveLength(10)
  await openMadeFiles(path.join(dataDir, 'bound'), 5_000).sweep()
  expect(left('bound')).toEqual([6, 7, 8, 9])
})

it('What nobody has used for a month goes, and what is used stays', async () => {
  const made = await fill('unused', 1_000_000, [31, 31, 29])
  expect(statSync((await made.find('0001')) ?? '').mtimeMs).toBeGreaterThan(Date.now() - DAY_MS)
  await made.sweep()
  expect(left('unused')).toEqual([1, 2])
  expect(await made.find('0000')).toBeNull()
})

it('The bound holds between two sweeps, too', async () => {
  await fill('growing', 10_000, Array(60).fill(0))
  expect(left('growing').length).toBeLessThanOrEqual(12)
})
