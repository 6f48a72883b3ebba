import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ensureDirectory } from './ensure-directory.ts'

const base = mkdtempSync(path.join(tmpdir(), 'folder-'))
afterAll(() => rmSync(base, { recursive: true }))

describe('ensureDirectory', () => {
  it('creates a directory and its parents, and accepts an existing one', async () => {
    const folder = path.join(base, 'a/b/../c/')
    await Promise.all([ensureDirectory(folder), ensureDirectory(folder)])
    await ensureDirectory(folder)
    expect(statSync(path.join(base, 'a/c')).isDirectory()).toBe(true)
  })

  it.runIf(process.platform === 'linux').each([
    ['in a read-only virtual file system', '/proc/nothing/there', 'ENOENT'],
    ['below a device', '/dev/null/data', 'ENOTDIR'],
  ])('fails at once %s', async (_, folder, code) => {
    await expect(ensureDirectory(folder)).rejects.toThrow(code)
  })

  it('fails below a file and behind a dangling symlink', async () => {
    writeFileSync(path.join(base, 'file'), '')
    await expect(ensureDirectory(path.join(base, 'file/data'))).rejects.toThrow('ENOTDIR')
    symlinkSync(path.join(base, 'gone'), path.join(base, 'link'))
    await expect(ensureDirectory(path.join(base, 'link/data'))).rejects.toThrow('ENOENT')
  })
})
