import { once } from 'node:events'
import { createServer } from 'node:net'

export const findFreePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Waits until the condition is true. Throws an error after `seconds`. */
export const waitUntil = async (condition: () => boolean | Promise<boolean>, seconds = 60): Promise<void> => {
  const end = Date.now() + seconds * 1000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Timed out after ${seconds} s`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
