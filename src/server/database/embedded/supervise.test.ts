import { expect, it } from 'vitest'
import { errorsOnly } from '../../log.ts'
import type { Served } from './process.ts'
import { supervise } from './supervise.ts'

const quiet = { ...errorsOnly, error: () => {} }

/** Databases that run until they are told to end, or crash. */
const fakes = (failures = 0) => {
  const started: { crash(): void; isStopped: boolean }[] = []
  const serve = async (): Promise<Served> => {
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

it('A database that ends by itself is started again', async () => {
  const { started, serve } = fakes()
  const supervised = await supervise({ serve, log: quiet })
  expect(supervised.pid()).toBe(1)
  started[0]?.crash()
  await expect.poll(() => supervised.pid()).toBe(2)
  await supervised.stop()
  expect(started.map((fake) => fake.isStopped)).toEqual([false, true])
})

it('A first start that fails is tried again for a while', async () => {
  const { serve } = fakes(1)
  const supervised = await supervise({ serve, log: quiet })
  expect(supervised.pid()).toBe(1)
  await supervised.stop()
  await expect(supervise({ serve: fakes(9).serve, log: quiet, patience: 400 })).rejects.toThrow(
    'still in use',
  )
})

it('A stop while it is down starts nothing', async () => {
  const { started, serve } = fakes()
  const supervised = await supervise({ serve, log: quiet })
  started[0]?.crash()
  await Promise.resolve()
  await supervised.stop()
  expect(started).toHaveLength(1)
})
