/**
 * Runs statements one at a time: a transaction has a single connection, and node-postgres no longer queues statements
 * for it.
 */
export const serialize = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(run: () => Promise<T>): Promise<T> => {
    const next = last.then(run)
    last = next.catch(() => {})
    return next
  }
}
