import type { ChildProcess } from 'node:child_process'
import type { Worker } from 'node:cluster'

/** The messages with which Node's cluster module hands a connection to a worker, and with which the worker responds. */
type Handover = { act?: string; seq?: number }
type Response = { ack?: number; accepted?: boolean }
type Connection = { close(): void }

/**
 * Closes connections that no worker takes: Node forgets those that it has handed to a worker that ends before it has
 * accepted them, or that all workers reject because they stop, and their clients would wait until the server ends.
 * Relies on the cluster module's own messages, because it has no event for this; `tests/faults/workers.test.ts`
 * notices if a new version of Node changes them.
 */
export const closeLostConnections = (worker: Worker, isStopping: () => boolean): void => {
  const pending = new Map<number, Connection>()
  const child: ChildProcess = worker.process
  const send = child.send.bind(child) as (...args: unknown[]) => boolean
  child.send = (...args: unknown[]) => {
    const [message, connection] = args as [Handover, Connection | undefined]
    if (message.act === 'newconn' && message.seq !== undefined && connection)
      pending.set(message.seq, connection)
    return send(...args)
  }
  child.on('internalMessage', ({ ack, accepted }: Response) => {
    if (ack === undefined) return
    if (!accepted && isStopping()) pending.get(ack)?.close()
    pending.delete(ack)
  })
  worker.once('exit', () => {
    for (const connection of pending.values()) connection.close()
  })
}
