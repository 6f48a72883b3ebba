import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { lockDirectory } from '@prompt-collection/embedded-postgres'
import { expect, it } from 'vitest'
import { cleanUpAfter } from './clean-up.ts'
import { deleteAbandonedFolders } from './database-folder.ts'

it('deletes folders of earlier runs that nobody uses', () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'folders-'))
  cleanUpAfter(() => rmSync(parent, { recursive: true, force: true }))
  const create = (name: string, hoursAgo: number) => {
    const folder = path.join(parent, name)
    mkdirSync(path.join(folder, 'postgres'), { recursive: true })
    const release = name.endsWith('used') ? lockDirectory(folder)?.release : undefined
    const date = new Date(Date.now() - hoursAgo * 3_600_000)
    utimesSync(folder, date, date)
    return release
  }
  create('prompts-test-abandoned', 2)
  create('prompts-test-new', 0)
  create('of-something-else', 2)
  const release = create('prompts-test-used', 2)
  deleteAbandonedFolders(parent)
  expect(readdirSync(parent).sort()).toEqual(['of-something-else', 'prompts-test-new', 'prompts-test-used'])
  release?.()
})
