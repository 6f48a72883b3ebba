import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { cleanUpAfter } from '../../../tests/support/clean-up.ts'
import { createStoredPages } from './stored-pages.ts'

const DAY_MS = 24 * 3_600_000
const newDigest = () => randomBytes(32).toString('hex')
const page = Buffer.from('<!DOCTYPE html>')

const open = (storedPagesMb = 1) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'prompt-collection-'))
  cleanUpAfter(() => rmSync(dataDir, { recursive: true, force: true }))
  const pages = createStoredPages({ dataDir, storedPagesMb, workers: 1 })
  const fileOf = (digest: string) => path.join(dataDir, 'pages', digest.slice(0, 2), digest)
  const list = () =>
    readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => /[\da-f]{64}/.test(name))
  return { dataDir, pages, fileOf, list }
}

it('finds what it has stored, also after a restart, and counts what is found', async () => {
  const { dataDir, pages, fileOf } = open()
  const digest = newDigest()
  expect(await pages.find(digest)).toBeNull()
  await pages.store(digest, page)
  expect(await pages.find(digest)).toEqual(page)
  expect(await pages.find(newDigest())).toBeNull()
  expect(pages.requests).toEqual({ found: 1, rendered: 2 })
  expect(await createStoredPages({ dataDir, storedPagesMb: 1, workers: 1 }).find(digest)).toEqual(page)
  expect(statSync(fileOf(digest)).mode & 0o777).toBe(0o600)
})

it.each([0, 1, 19, 20, 30])(
  'does not find a page of which %i bytes are on disk, and stores it anew',
  async (bytes) => {
    const { pages, fileOf } = open()
    const digest = newDigest()
    await pages.store(digest, page)
    truncateSync(fileOf(digest), bytes)
    expect(await pages.find(digest)).toBeNull()
    await pages.store(digest, page)
    expect(await pages.find(digest)).toEqual(page)
  },
)

it('finds a whole page or none while the same page is written several times', async () => {
  const { dataDir, pages } = open()
  const other = createStoredPages({ dataDir, storedPagesMb: 1, workers: 2 })
  const long = randomBytes(100_000)
  const digest = newDigest()
  const found: (Buffer | null)[] = []
  for (let round = 0; round < 20; round += 1) {
    const writing = [pages.store(digest, long), other.store(digest, long)]
    for (let n = 0; n < 5; n += 1)
      found.push(...(await Promise.all([pages.find(digest), other.find(digest)])))
    await Promise.all(writing)
  }
  for (const each of found) if (each) expect(each.equals(long)).toBe(true)
  expect(await pages.find(digest)).toEqual(long)
})

it('stores nothing with a budget of 0, and no page that is long', async () => {
  const { pages, list } = open(0)
  await pages.store(newDigest(), page)
  expect(list()).toEqual([])
  const other = open()
  await other.pages.store(newDigest(), Buffer.alloc(100_001))
  expect(other.list()).toEqual([])
  await other.pages.store(newDigest(), Buffer.alloc(100_000))
  expect(other.list()).toHaveLength(1)
})

it('writes four pages at a time and leaves out the others', async () => {
  const { pages, list } = open()
  await Promise.all(Array.from({ length: 10 }, () => pages.store(newDigest(), page)))
  expect(list()).toHaveLength(4)
  await pages.store(newDigest(), page)
  expect(list()).toHaveLength(5)
})

it('stores nothing for a minute after a page could not be written', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  cleanUpAfter(() => void vi.useRealTimers())
  const { dataDir, pages, list } = open()
  writeFileSync(path.join(dataDir, 'pages'), 'no folder')
  await expect(pages.store(newDigest(), page)).rejects.toMatchObject({ code: 'files-unavailable' })
  await pages.store(newDigest(), page)
  rmSync(path.join(dataDir, 'pages'))
  vi.setSystemTime(Date.now() + 59_000)
  await pages.store(newDigest(), page)
  expect(list()).toEqual([])
  vi.setSystemTime(Date.now() + 1_000)
  await pages.store(newDigest(), page)
  expect(list()).toHaveLength(1)
})

it('stays within its budget, and removes what is older than a week even if it is read', async () => {
  const { pages, fileOf, list } = open()
  for (let count = 0; count < 30; count += 1) {
    await pages.store(newDigest(), randomBytes(90_000))
    expect(list().length).toBeLessThanOrEqual(11)
  }
  expect(list().length).toBeGreaterThan(5)
  const [old, recent] = [newDigest(), newDigest()]
  for (const [digest, days] of [
    [old, 8],
    [recent, 6],
  ] as const) {
    await pages.store(digest, page)
    const at = new Date(Date.now() - days * DAY_MS)
    utimesSync(fileOf(digest), at, at)
    expect(await pages.find(digest)).toEqual(page)
  }
  await pages.sweep()
  expect(await pages.find(old)).toBeNull()
  expect(await pages.find(recent)).toEqual(page)
})
