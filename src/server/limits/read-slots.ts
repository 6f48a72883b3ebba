import { HttpError } from '#core/http-error.ts'

type Options = {
  /** How many reads may run at a time. */
  slots: number
  /** How long a read waits for a slot before it is rejected. */
  maxWaitMs: number
}

type Waiting = { client: string; start: () => void }

export type ReadSlots = { run<T>(client: string, read: () => Promise<T>): Promise<T> }

/**
 * Limits how many expensive reads run at a time. Further reads wait briefly. A free slot goes to the client
 * (a member or an address) with the fewest running reads, so that one client's many reads do not starve
 * another's.
 */
export const createReadSlots = ({ slots, maxWaitMs }: Options): ReadSlots => {
  const running = new Map<string, number>()
  const waiting: Waiting[] = []
  let usedSlots = 0

  const runningOf = (client: string) => running.get(client) ?? 0

  const acquire = (client: string) => {
    usedSlots += 1
    running.set(client, runningOf(client) + 1)
  }

  const release = (client: string) => {
    usedSlots -= 1
    const remaining = runningOf(client) - 1
    if (remaining > 0) running.set(client, remaining)
    else running.delete(client)
    const fewest = Math.min(...waiting.map((entry) => runningOf(entry.client)))
    const next = waiting.findIndex((entry) => runningOf(entry.client) === fewest)
    if (next >= 0) waiting.splice(next, 1)[0]?.start()
  }

  const waitForSlot = async (client: string): Promise<void> => {
    if (usedSlots < slots) return acquire(client)
    await new Promise<void>((resolve, reject) => {
      const entry: Waiting = {
        client,
        start: () => {
          clearTimeout(timer)
          acquire(client)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1)
        // A longer queue would only make every client wait longer.
        reject(new HttpError('site-busy', { retryAfter: 1 }))
      }, maxWaitMs)
      waiting.push(entry)
    })
  }

  return {
    run: async (client, read) => {
      await waitForSlot(client)
      try {
        return await read()
      } finally {
        release(client)
      }
    },
  }
}
