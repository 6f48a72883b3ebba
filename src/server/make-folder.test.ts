import { mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from './make-folder.ts'

const base = mkdtempSync(path.join(tmpdir(), 'folder-'))

describe('A folder', () => {
  it('is made with all above it, once', () => {
    const folder = path.join(base, 'a/b/../c/')
    makeFolder(folder)
    makeFolder(folder)
    expect(statSync(path.join(base, 'a/c')).isDirectory()).toBe(true)
  })

  it.runIf(process.platform === 'linux').each([
    ['where nothing can be made', '/proc/nothing/there', 'ENOENT'],
    ['below a device', '/dev/null/data', 'ENOTDIR'],
  ])('%s is refused, and at once', (_, folder, code) => {
    expect(() => makeFolder(folder)).toThrow(code)
  })

  it('is refused below a file, and behind a link that leads nowhere', () => {
    writeFileSync(path.join(base, 'file'), '')
    expect(() => makeFolder(path.join(base, 'file/data'))).toThrow('ENOTDIR')
    symlinkSync(path.join(base, 'gone'), path.join(base, 'link'))
    expect(() => makeFolder(path.join(base, 'link/data'))).toThrow('ENOENT')
  })
})
