import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createFolderPieceStore } from './upload-piece-store.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'pieces-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

it('a lost connection does not take away a piece that was sent again in the meantime', async () => {
  const pieces = createFolderPieceStore(dataDir)
  const { promise: lost, reject: lose } = Promise.withResolvers<never>()
  // The connection may be lost before the first part is written.
  lost.catch(() => {})
  async function* halfOpen() {
    yield Buffer.from('first ')
    await lost
  }
  async function* whole() {
    yield Buffer.from('first half')
  }
  const interrupted = pieces.write('upload', 0, halfOpen())
  expect(await pieces.write('upload', 0, whole())).toBe(10)
  lose(new Error('The request body ended too early'))
  await expect(interrupted).rejects.toThrow('ended too early')
  const joined = path.join(dataDir, 'joined')
  expect(await pieces.join('upload', [0], joined)).toBe(true)
  expect(readFileSync(joined, 'utf8')).toBe('first half')
  await pieces.remove('upload')
  expect(await pieces.listIds()).toEqual([])
})
