import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { accessTables, features } from '#app/server/features.ts'
import { openDatabase } from '#server/database/connect.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { projectRoot } from '#server/project-root.ts'
import { seedComment, seedPost, seedTopic, seedUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { fillEmptyTables } from '#tests/support/fill-tables.ts'
import { withDatabaseName } from '#tests/support/global-setup.ts'
import { writeBackup } from './backup.ts'

const sourceUrl = await provisionTestDatabase()
const source = openDatabase({ url: sourceUrl, max: 2 })
const tables = Object.values(features).flatMap((feature) => feature.tables)

const countRows = async ({ sql }: Pick<typeof source, 'sql'>) => {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from ${sql(table)}`
    counts[table] = row?.count ?? 0
  }
  return counts
}

describe('A restore', () => {
  it('restores every row except those that let somebody in', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'prompts-access-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    onTestFinished(source.close)
    const [author, reader] = [await seedUser(source), await seedUser(source)]
    await seedComment(source, {
      on: await seedPost(source, { by: author, topic: await seedTopic(source) }),
      by: reader,
    })
    await fillEmptyTables(source.sql)
    const archive = path.join(folder, 'site.tar.gz')
    const files = createFileStore({ dataDir: folder, s3: null })
    await writeBackup({ databaseUrl: sourceUrl, files, path: archive, signal: new AbortController().signal })

    const { url } = inject('postgres')
    const name = `restored_${process.pid}_${Date.now()}`
    const admin = openDatabase({ url, max: 1 })
    await admin.sql`create database ${admin.sql(name)}`
    const target = openDatabase({ url: withDatabaseName(url, name), max: 1 })
    onTestFinished(async () => {
      await target.close()
      await admin.sql`drop database ${admin.sql(name)} with (force)`
      await admin.close()
    })
    const { status, stderr } = spawnSync(process.execPath, ['scripts/restore.ts', archive], {
      cwd: projectRoot,
      env: { PATH: process.env.PATH, DATABASE_URL: withDatabaseName(url, name), DATA_DIR: folder },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    const expected = Object.entries(await countRows(source)).map(([table, count]) => [
      table,
      accessTables.includes(table) ? 0 : count,
    ])
    expect(await countRows(target)).toEqual(Object.fromEntries(expected))
    const [app] = await target.sql`
      select last_step > extract(epoch from now() - interval '1 minute') / 30 as has_no_earlier_codes
      from authenticator_apps`
    expect(app).toEqual({ hasNoEarlierCodes: true })
  })
})

/**
 * The tables with a column that may be a secret or may end, but whose rows let nobody in. A new one is added here only
 * after asking whether a row that has ended since the backup would let somebody in again.
 */
const DATA_WITH_SECRETS = [
  // A list of what is rejected: restoring it keeps used ID tokens rejected.
  'consumed_tokens',
  // The password, second factors and the key that encrypts them stay as they were at the time of the backup.
  'local_accounts',
  'authenticator_apps',
  'passkeys',
  'encryption_keys',
  // Private links are part of posts and shared outside the site; members who have opened one keep it in their lists.
  'posts',
  'private_post_grants',
  // The secrets sign what the site sends to others.
  'webhooks',
  // Whether an appeal was granted, when a mute ends, and a link that confirms a legal notice.
  'appeals',
  'moderation_decisions',
  'reports',
  // These identify repeated requests and equal content.
  'comment_idempotency_keys',
  'imported_posts',
  'moderation_notes',
  'post_idempotency_keys',
  'removed_prompts',
]

it('Every table that may let somebody in says what a restore does with it', async () => {
  const database = openDatabase({ url: sourceUrl, max: 1 })
  onTestFinished(database.close)
  const rows = await database.sql<{ name: string }[]>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and table_name = any(${tables}::text[])
      and (data_type = 'bytea' or column_name ~ '(token|secret|challenge|session|hash|code|credential|grant|private_id|_key|ends_at|expires)')
    order by 1`
  const unknown = rows.filter(({ name }) => ![...accessTables, ...DATA_WITH_SECRETS].includes(name))
  expect(unknown).toEqual([])
  expect(accessTables.filter((name) => !tables.includes(name))).toEqual([])
})
