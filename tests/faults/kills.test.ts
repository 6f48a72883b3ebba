import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import {
  filterRunningPids,
  findPostmaster,
  findWatchdog,
  findWorkers,
  killProcesses,
  listDescendants,
} from '../support/processes.ts'
import { createTemporaryFolder, fetchHealthStatus, startServer } from '../support/server-process.ts'
import { waitUntil } from '../support/wait-until.ts'

const startsAgain = async (dataDir: string) => {
  const again = await startServer({ dataDir })
  expect(again.stderr()).not.toMatch(/FATAL|Error/)
  expect(await fetchHealthStatus(again)).toBe(200)
  again.child.kill('SIGTERM')
  expect(await again.ended).toBe(0)
}

it('the database stops by itself when its server is killed, and the next start works', async () => {
  const dataDir = await createTemporaryFolder()
  const server = await startServer({ dataDir })
  const children = listDescendants(server.pid)
  expect(children.length).toBeGreaterThan(3)
  killProcesses(server.pid)
  await server.ended
  await waitUntil(() => filterRunningPids(children).length === 0, 10)
  await startsAgain(dataDir)
})

it.skipIf(process.platform !== 'linux')(
  "child processes do not inherit the server's settings",
  { tags: 'full' },
  async () => {
    const server = await startServer({
      dataDir: await createTemporaryFolder(),
      env: { ADMIN_EMAILS: 'secret-of-the-site@example.org' },
    })
    const workers = findWorkers(server.pid)
    const seen = listDescendants(server.pid).flatMap((pid) => {
      // Workers are part of the server, so they are not listed.
      if (workers.includes(pid)) return []
      // The PostgreSQL worker may have exited in the meantime.
      const file = `/proc/${pid}/environ`
      return existsSync(file) ? [readFileSync(file, 'utf8')] : []
    })
    expect(seen.length).toBeGreaterThan(3)
    expect(seen.filter((environment) => environment.includes('secret-of-the-site'))).toEqual([])
  },
)

it('a start right after a kill waits for the old database to stop', { tags: 'full' }, async () => {
  const dataDir = await createTemporaryFolder()
  const server = await startServer({ dataDir })
  killProcesses(server.pid)
  await server.ended
  await startsAgain(dataDir)
})

it('the server restarts a database that was killed', { tags: 'full' }, async () => {
  const dataDir = await createTemporaryFolder()
  const server = await startServer({ dataDir })
  const before = findPostmaster(dataDir)
  killProcesses(before)
  await waitUntil(async () => filterRunningPids([before]).length === 0)
  await waitUntil(async () => (await fetchHealthStatus(server)) === 200)
  expect(findPostmaster(dataDir)).not.toBe(before)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

it('the next start works after server and database were killed', { tags: 'full' }, async () => {
  const dataDir = await createTemporaryFolder()
  const server = await startServer({ dataDir })
  killProcesses(server.pid, findPostmaster(dataDir))
  await server.ended
  await startsAgain(dataDir)
})

it('the next start stops a database that outlived its server', { tags: 'full' }, async () => {
  const dataDir = await createTemporaryFolder()
  const server = await startServer({ dataDir })
  const orphan = findPostmaster(dataDir)
  killProcesses(findWatchdog(server.pid), server.pid)
  await server.ended
  expect(filterRunningPids([orphan])).toEqual([orphan])
  await startsAgain(dataDir)
  expect(filterRunningPids([orphan])).toEqual([])
})

it('the next start works if another process has reused the PID of a killed database', {
  tags: 'full',
}, async () => {
  const dataDir = await createTemporaryFolder()
  const server = await startServer({ dataDir })
  killProcesses(server.pid, findPostmaster(dataDir))
  await server.ended
  const { uid, gid } = statSync(path.join(dataDir, 'postgres'))
  const stranger = spawn('sleep', ['60'], { uid, gid, cwd: '/' })
  onTestFinished(() => void stranger.kill('SIGKILL'))
  const file = path.join(dataDir, 'postgres/postmaster.pid')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(stranger.pid)))
  await startsAgain(dataDir)
  expect(filterRunningPids([stranger.pid ?? 0])).toHaveLength(1)
})
