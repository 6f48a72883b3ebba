import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import {
  descendants,
  filterRunning,
  findPostmaster,
  findWatchdog,
  findWorkers,
  kill,
} from '../support/processes.ts'
import { health, startServer, temporaryFolder, waitUntil } from '../support/server-process.ts'

const startsAgain = async (dataDir: string) => {
  const again = await startServer({ dataDir })
  expect(again.stderr()).not.toMatch(/FATAL|Error/)
  expect(await health(again)).toBe(200)
  again.child.kill('SIGTERM')
  expect(await again.ended).toBe(0)
}

it('the database stops by itself when its server is killed, and the next start works', async () => {
  const dataDir = await temporaryFolder()
  const server = await startServer({ dataDir })
  const children = descendants(server.pid)
  expect(children.length).toBeGreaterThan(3)
  kill(server.pid)
  await server.ended
  await waitUntil(() => filterRunning(children).length === 0, 10)
  await startsAgain(dataDir)
})

it.skipIf(process.platform !== 'linux')("child processes do not inherit the server's settings", async () => {
  const server = await startServer({
    dataDir: await temporaryFolder(),
    env: { ADMIN_EMAILS: 'secret-of-the-site@example.org' },
  })
  const workers = findWorkers(server.pid)
  const seen = descendants(server.pid).flatMap((pid) => {
    // Workers are part of the server, so they are not listed.
    if (workers.includes(pid)) return []
    // The PostgreSQL worker may have exited in the meantime.
    const file = `/proc/${pid}/environ`
    return existsSync(file) ? [readFileSync(file, 'utf8')] : []
  })
  expect(seen.length).toBeGreaterThan(3)
  expect(seen.filter((environment) => environment.includes('secret-of-the-site'))).toEqual([])
})

it('a start right after a kill waits for the old database to stop', async () => {
  const dataDir = await temporaryFolder()
  const server = await startServer({ dataDir })
  kill(server.pid)
  await server.ended
  await startsAgain(dataDir)
})

it('the server restarts a database that was killed', async () => {
  const dataDir = await temporaryFolder()
  const server = await startServer({ dataDir })
  const before = findPostmaster(dataDir)
  kill(before)
  await waitUntil(async () => filterRunning([before]).length === 0)
  await waitUntil(async () => (await health(server)) === 200)
  expect(findPostmaster(dataDir)).not.toBe(before)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

it('the next start works after server and database were killed', async () => {
  const dataDir = await temporaryFolder()
  const server = await startServer({ dataDir })
  kill(server.pid, findPostmaster(dataDir))
  await server.ended
  await startsAgain(dataDir)
})

it('the next start stops a database that outlived its server', async () => {
  const dataDir = await temporaryFolder()
  const server = await startServer({ dataDir })
  const orphan = findPostmaster(dataDir)
  kill(findWatchdog(server.pid), server.pid)
  await server.ended
  expect(filterRunning([orphan])).toEqual([orphan])
  await startsAgain(dataDir)
  expect(filterRunning([orphan])).toEqual([])
})

it('the next start works if another process has reused the PID of a killed database', async () => {
  const dataDir = await temporaryFolder()
  const server = await startServer({ dataDir })
  kill(server.pid, findPostmaster(dataDir))
  await server.ended
  const { uid, gid } = statSync(path.join(dataDir, 'postgres'))
  const stranger = spawn('sleep', ['60'], { uid, gid, cwd: '/' })
  onTestFinished(() => void stranger.kill('SIGKILL'))
  const file = path.join(dataDir, 'postgres/postmaster.pid')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(stranger.pid)))
  await startsAgain(dataDir)
  expect(filterRunning([stranger.pid ?? 0])).toHaveLength(1)
})
