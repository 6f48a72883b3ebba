import { expect, it } from 'vitest'
import type { PostgresProcess } from './process.ts'
import { supervisePostgres } from './supervise.ts'

const silentLog = { info: () => {}, warn: () => {}, error: () => {} }

/** Creates fake databases that run until they are stopped or crash. */
const fakeDatabases = (failures = 0) => {
  const started: { crash(): void; isStopped: boolean }[] = []
  const serve = async (): Promise<PostgresProcess> => {
    if (failures-- > 0) throw new Error('still in use')
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const fake = { crash: resolve, isStopped: false }
    started.push(fake)
    const stop = async () => {
      fake.isStopped = true
      resolve()
    }
    return { pid: started.length, ended, stop }
  }
  return { started, serve }
}

it('restarts a database that ends unexpectedly', async () => {
  const { started, serve } = fakeDatabases()
  const supervisor = await supervisePostgres({ serve, log: silentLog })
  expect(supervisor.pid()).toBe(1)
  started[0]?.crash()
  await expect.poll(() => supervisor.pid()).toBe(2)
  await supervisor.stop()
  expect(started.map((fake) => fake.isStopped)).toEqual([false, true])
})

it('retries a failed first start for a limited time', async () => {
  const { serve } = fakeDatabases(1)
  const supervisor = await supervisePostgres({ serve, log: silentLog })
  expect(supervisor.pid()).toBe(1)
  await supervisor.stop()
  await expect(
    supervisePostgres({ serve: fakeDatabases(9).serve, log: silentLog, startTimeoutMs: 400 }),
  ).rejects.toThrow('still in use')
})

it('does not restart a database that is stopped while it is down', async () => {
  const { started, serve } = fakeDatabases()
  const supervisor = await supervisePostgres({ serve, log: silentLog })
  started[0]?.crash()
  await Promise.resolve()
  await supervisor.stop()
  expect(started).toHaveLength(1)
})
