import { unavailable } from '#core/failure.ts'

/**
 * Runs heavy work one piece at a time, the same piece once however many ask for it, and refuses with 503
 * what would wait behind too many others.
 */
export const inTurn = <T>(most: number) => {
  const running = new Map<string, Promise<T>>()
  let last: Promise<unknown> = Promise.resolve()
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const same = running.get(key)
    if (same) return same
    if (running.size >= most) throw unavailable('Too many pictures are being made, please try again')
    const mine = last.then(work, work).finally(() => running.delete(key))
    last = mine.catch(() => {})
    running.set(key, mine)
    return mine
  }
}
