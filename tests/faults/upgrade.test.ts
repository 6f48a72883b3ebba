import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { openDatabase } from '#server/database/connect.ts'
import { startEmbeddedDatabase } from '#server/database/embedded.ts'
import { errorLogger } from '#server/log.ts'
import { findFreePort } from '../support/free-port.ts'
import { nginxPath, startNginx } from '../support/nginx.ts'
import { extractPreviousVersion, previousCommit } from '../support/previous-version.ts'
import { createTemporaryFolder, type ServerProcess, startServer } from '../support/server-process.ts'
import { appendTrustReport, FAULT_ROUNDS, measureRecovery } from '../support/trust-report.ts'
import { waitUntil } from '../support/wait-until.ts'
import { startWriters } from '../support/writers.ts'

const NAME = 'previous version and this one'

const upgrade = async (program: string) => {
  const embedded = await startEmbeddedDatabase({
    dataDir: await createTemporaryFolder('database'),
    log: errorLogger,
    durable: false,
  })
  onTestFinished(embedded.stop)
  const port = await findFreePort()
  const shared = {
    DATABASE_URL: embedded.url,
    PUBLIC_URL: `http://localhost:${port}`,
    RATE_LIMIT_SCALE: '0',
    WORKERS: '1',
  }
  const dataDir = await createTemporaryFolder('files')
  const [oldPort, newPort] = [await findFreePort(), await findFreePort()]
  const previous = await startServer({ program, dataDir, env: { ...shared, PORT: String(oldPort) } })
  expect(previous.stderr()).not.toMatch(/FATAL|Error/)
  const database = openDatabase({ url: embedded.url, max: 3 })
  onTestFinished(database.close)
  const countMigrations = async () => (await database.sql`select name from schema_migrations`).length
  const applied = await countMigrations()

  await startNginx(port, [oldPort, newPort], await createTemporaryFolder('nginx'))
  const site = { port, url: `http://127.0.0.1:${port}` } as ServerProcess
  const writers = await startWriters(site, database, 4)
  await waitUntil(() => writers.acknowledged() > 30)
  const current = await startServer({ dataDir, env: { ...shared, PORT: String(newPort) } })
  expect(current.stderr()).not.toMatch(/FATAL|Error/)
  expect(await countMigrations()).toBeGreaterThan(applied)
  // During this time, members write to both versions.
  await delay(1_500)
  const sideBySide = [...writers.statuses].filter(([status]) => status !== 200)
  expect(sideBySide).toEqual([])
  await measureRecovery(NAME, 'upgraded under load', async () => {
    previous.child.kill('SIGTERM')
    expect(await previous.ended).toBe(0)
    const reached = writers.acknowledged()
    await waitUntil(() => writers.acknowledged() > reached + 20)
  })
  await writers.stop()
  // Only the connections that the previous version closed while stopping may have failed.
  expect(writers.unexpected.length).toBeLessThanOrEqual(4)
  const lost = await writers.listLost(database)
  const wrong = await verifyCounts(database.sql)
  const acknowledged = writers.acknowledged()
  appendTrustReport({ name: NAME, acknowledged, lost: lost.length, wrong: wrong.length })
  expect([lost, wrong]).toEqual([[], []])
  expect((await fetch(`${current.url}/popular`)).status).toBe(200)
}

it.skipIf(!nginxPath || !previousCommit)(
  'loses nothing when the site is upgraded from the previous version while members write',
  { timeout: 180_000 + FAULT_ROUNDS * 60_000 },
  async () => {
    const program = extractPreviousVersion(await createTemporaryFolder('previous'))
    for (let round = 0; round < FAULT_ROUNDS; round += 1) await upgrade(program)
  },
)
