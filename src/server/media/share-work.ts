/** Does the same work once, however many ask for it at the same time. */
export const shareWork = <T>() => {
  const running = new Map<string, Promise<T>>()
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const same = running.get(key)
    if (same) return same
    const mine = work().finally(() => running.delete(key))
    running.set(key, mine)
    return mine
  }
}
