import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#server/database/connect.ts'
import { errorLogger, type Logger } from '#server/log.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { seedUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { FAULT_ROUNDS } from '#tests/support/trust-report.ts'
import { sweepMedia } from './sweep-media.ts'

/** `TRUST_ROUNDS=2` makes it half a million, which takes a quarter of a minute. */
const FILES = FAULT_ROUNDS > 1 ? 500_000 : 50_000
/** Every sweep takes hundreds of statements, none of which may take long. */
const MAX_STATEMENT_MS = 2_000

const durations: number[] = []
const abort = new AbortController()
let isSweeping = false
const database = openDatabase({
  url: await provisionTestDatabase(),
  max: 2,
  statementTimeoutMs: 0,
  slowQueryMs: 0,
  log: {
    ...errorLogger,
    warn: ({ ms }: { ms: number }) => {
      durations.push(ms)
      if (isSweeping && durations.length === 5) abort.abort()
    },
  } as unknown as Logger,
})
const { sql } = database
const dataDir = mkdtempSync(path.join(tmpdir(), 'prompt-collection-'))
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true })
})
const files = createFileStore({ dataDir, s3: null })

/** Inserts files of one post each; the ten last ones are unused. */
const fill = async (userId: number) => {
  await sql`
    insert into media_files (name, touched_at)
    select md5(n::text) || '-1x1.png', now() - interval '2 days' from generate_series(1, ${FILES}::integer) n`
  await sql`
    insert into drafts (user_id, key, fields)
    select ${userId}, gen_random_uuid(), jsonb_build_object('exampleFiles', jsonb_agg('/media/' || md5(n::text) || '-1x1.png'))
    from generate_series(1, ${FILES - 10}::integer) n group by n / 5`
  // As autovacuum does, which also moves the entries of a GIN index out of its pending list.
  await sql`vacuum analyze media_files, drafts`
}

it('sweeps many files in short statements, and stops when its job is aborted', {
  timeout: 180_000,
}, async () => {
  await fill((await seedUser(database)).id)
  durations.length = 0
  isSweeping = true
  await expect(sweepMedia({ sql, files }, abort.signal, '')).rejects.toThrow('aborted')
  expect(durations.length).toBeGreaterThanOrEqual(5)
  expect(durations.length).toBeLessThan(15)
  await sweepMedia({ sql, files })
  const median = durations.toSorted((a, b) => a - b)[durations.length >> 1] ?? 0
  expect(Math.max(...durations)).toBeLessThan(Math.max(MAX_STATEMENT_MS, 50 * median))
  expect(await sql`select count(*)::integer from media_files`).toEqual([{ count: FILES - 10 }])
})
