import { mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from './make-folder.ts'

const base = mkdtempSync(path.join(tmpdir(), 'folder-'))

describe('A folder', () => {
  it('is made with all above it, once', async () => {
    const folder = path.join(base, 'a/b/../c/')
    await Promise.all([makeFolder(folder), makeFolder(folder)])
    await makeFolder(folder)
    expect(statSync(path.join(base, 'a/c')).isDirectory()).toBe(true)
  })

  it.runIf(process.platform === 'linux').each([
    ['where nothing can be made', '/proc/nothing/there', 'ENOENT'],
    ['below a device', '/dev/null/data', 'ENOTDIR'],
  ])('%s is refused, and at once', async (_, folder, code) => {
    await expect(makeFolder(folder)).rejects.toThrow(code)
  })

  it('is refused below a file, and behind a link that leads nowhere', async () => {
    writeFileSync(path.join(base, 'file'), '')
    await expect(makeFolder(path.join(base, 'file/data'))).rejects.toThrow('ENOTDIR')
    symlinkSync(path.join(base, 'gone'), path.join(base, 'link'))
    await expect(makeFolder(path.join(base, 'link/data'))).rejects.toThrow('ENOENT')
  })
})
