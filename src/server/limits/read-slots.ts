import { unavailable } from '#core/failure.ts'

type Options = {
  /** How many reads run at a time. */
  slots: number
  /** How long a read waits for a slot before it is refused. */
  maxWaitMs: number
}

type Waiting = { client: string; start: () => void }

/** Answered with 503 and `Retry-After`: a longer queue would only make everybody wait longer. */
const BUSY = 'The site is busy, please try again'

export type ReadSlots = { run<T>(client: string, read: () => Promise<T>): Promise<T> }

/**
 * Limits how many expensive reads run at a time. Others wait a short time; a free slot goes to the client (a member, or an
 * address) that has the fewest reads running, so that nobody's many reads keep out the one of somebody else.
 */
export const openReadSlots = ({ slots, maxWaitMs }: Options): ReadSlots => {
  const running = new Map<string, number>()
  const waiting: Waiting[] = []
  let taken = 0

  const runningOf = (client: string) => running.get(client) ?? 0

  const take = (client: string) => {
    taken += 1
    running.set(client, runningOf(client) + 1)
  }

  const release = (client: string) => {
    taken -= 1
    const left = runningOf(client) - 1
    if (left > 0) running.set(client, left)
    else running.delete(client)
    const fewest = Math.min(...waiting.map((entry) => runningOf(entry.client)))
    const next = waiting.findIndex((entry) => runningOf(entry.client) === fewest)
    if (next >= 0) waiting.splice(next, 1)[0]?.start()
  }

  const enter = async (client: string): Promise<void> => {
    if (taken < slots) return take(client)
    await new Promise<void>((resolve, reject) => {
      const entry: Waiting = {
        client,
        start: () => {
          clearTimeout(timer)
          take(client)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1)
        reject(unavailable(BUSY, 1))
      }, maxWaitMs)
      waiting.push(entry)
    })
  }

  return {
    run: async (client, read) => {
      await enter(client)
      try {
        return await read()
      } finally {
        release(client)
      }
    },
  }
}
