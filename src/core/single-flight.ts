/** Returns a function that runs one job for all concurrent calls with the same key. */
export const createSingleFlight = <T>() => {
  const running = new Map<string, Promise<T>>()
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const existing = running.get(key)
    if (existing) return existing
    const job = work().finally(() => running.delete(key))
    running.set(key, job)
    return job
  }
}
