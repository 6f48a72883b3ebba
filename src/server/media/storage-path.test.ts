import fs, { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { getStoragePath, writeAtomically } from './storage-path.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'storage-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

it('writes files concurrently, creates directories and never blocks the event loop', async () => {
  const blockingCalls = [vi.spyOn(fs, 'statSync'), vi.spyOn(fs, 'mkdirSync')]
  syncBuiltinESMExports()
  const names = ['aa1.webp', 'aa2.webp', 'bb1.webp', 'aa1.webp']
  await Promise.all(names.map((name) => writeAtomically(dataDir, 'made', name, Buffer.from(name))))
  for (const call of blockingCalls) expect(call).not.toHaveBeenCalled()
  for (const name of names)
    expect(readFileSync(path.join(dataDir, 'made', getStoragePath(name)), 'utf8')).toBe(name)
  expect(readdirSync(path.join(dataDir, 'made/aa')).sort()).toEqual(['aa1.webp', 'aa2.webp'])
})

it.runIf(process.platform === 'linux')('fails immediately if no directory can be created', async () => {
  await expect(writeAtomically('/proc/nothing', 'media', 'aa1.webp', Buffer.from('x'))).rejects.toThrow(
    'ENOENT',
  )
})
