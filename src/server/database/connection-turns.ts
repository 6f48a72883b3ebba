/** After this many reads in a row, a write has its turn, so that neither waits for ever. */
const READS_IN_A_ROW = 3

export type ConnectionTurns = {
  /** Waits until one of the connections is free, for at most `timeoutMs`. */
  enter(kind: 'read' | 'write', timeoutMs: number): Promise<void>
  leave(): void
  waiting(): number
}

/**
 * Hands out `max` connections. Reads precede writes: these may wait for one another's locks while they hold connections, and
 * many of them would otherwise make every page wait.
 */
export const createConnectionTurns = (max: number): ConnectionTurns => {
  const queues = { read: new Set<() => void>(), write: new Set<() => void>() }
  let inUse = 0
  let reads = 0

  const takeNext = (): void => {
    const isWrite = queues.read.size === 0 || (reads >= READS_IN_A_ROW && queues.write.size > 0)
    const queue = isWrite ? queues.write : queues.read
    const [next] = queue
    if (!next) return
    queue.delete(next)
    reads = isWrite ? 0 : reads + 1
    next()
  }

  return {
    enter: async (kind, timeoutMs) => {
      if (inUse < max) {
        inUse += 1
        return
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const queue = queues[kind]
      queue.add(resolve)
      const timer = setTimeout(() => {
        queue.delete(resolve)
        reject(new Error('No connection became free in time'))
      }, timeoutMs)
      await promise.finally(() => clearTimeout(timer))
    },
    // The connection passes to the next one in the queue, if there is one.
    leave: () => {
      if (queues.read.size + queues.write.size > 0) takeNext()
      else inUse -= 1
    },
    waiting: () => queues.read.size + queues.write.size,
  }
}
