import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { errorLogger } from '../log.ts'
import { migrate } from './migrate.ts'

vi.mock('p-retry', async (importOriginal) => {
  const { default: pRetry } = await importOriginal<typeof import('p-retry')>()
  // The migration tries for twenty minutes.
  return { default: (work: never, options: object) => pRetry(work, { ...options, retries: 1 }) }
})

it('says what to do when a transaction locks a table for too long, and goes on once it has ended', {
  tags: 'full',
}, async () => {
  const database = await createTestDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  await database.sql`create table one (id integer)`
  await writeFile(path.join(folder, '9998-column.sql'), 'alter table one add column note text;')
  await database.sql.begin(async (tx) => {
    await tx`select from one`
    await expect(migrate(database, errorLogger, folder)).rejects.toThrow(
      /^Migration 9998-column.sql could not be applied, .* Look for long transactions in pg_stat_activity/,
    )
  })
  expect(await migrate(database, errorLogger, folder)).toEqual(['9998-column.sql'])
  await rm(folder, { recursive: true })
})
