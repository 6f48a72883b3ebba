import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createGeneratedFileCache } from './generated-files.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'prompt-collection-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const DAY_MS = 24 * 3_600_000
const KB = Buffer.alloc(1_000)

/** Writes one file for each age; a file's name is its index, padded to four digits. */
const fill = async (folder: string, maxBytes: number, ages: readonly number[]) => {
  const generated = createGeneratedFileCache(path.join(dataDir, folder), maxBytes)
  for (const [index, days] of ages.entries()) {
    const file = await generated.write(`${index}`.padStart(4, '0'), KB)
    const usedAt = new Date(Date.now() - days * DAY_MS)
    utimesSync(file, usedAt, usedAt)
  }
  return generated
}
const remaining = (folder: string) =>
  readdirSync(path.join(dataDir, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^\d{4}$/.test(path.basename(name)))
    .map((name) => Number(path.basename(name)))
    .sort((first, second) => first - second)

it('evicts the least recently used files above the size limit', async () => {
  const generated = await fill('bound', 1_000_000, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  await generated.sweep()
  expect(remaining('bound')).toHaveLength(10)
  await createGeneratedFileCache(path.join(dataDir, 'bound'), 5_000).sweep()
  expect(remaining('bound')).toEqual([6, 7, 8, 9])
})

it('evicts files that have not been used for a month, and keeps used ones', async () => {
  const generated = await fill('unused', 1_000_000, [31, 31, 29])
  expect(statSync((await generated.find('0001')) ?? '').mtimeMs).toBeGreaterThan(Date.now() - DAY_MS)
  await generated.sweep()
  expect(remaining('unused')).toEqual([1, 2])
  expect(await generated.find('0000')).toBeNull()
})

it('never exceeds the size limit, while several processes write', async () => {
  const folder = path.join(dataDir, 'growing')
  const writers = [1, 2].map((number) => ({
    number,
    cache: createGeneratedFileCache(folder, 40_000, 2),
  }))
  for (let count = 0; count < 60; count += 1)
    for (const { number, cache } of writers) {
      await cache.write(`${number}${count}`.padStart(4, '0'), KB)
      expect(remaining('growing').length).toBeLessThanOrEqual(40)
    }
  expect(remaining('growing').length).toBeGreaterThanOrEqual(28)
})
