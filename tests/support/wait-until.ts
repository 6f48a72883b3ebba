import { vi } from 'vitest'

/** How long a test waits for something that happens at once on a quiet machine, in milliseconds. */
const MAX_WAIT_MS = 30_000

/** Repeats `check` until it does not throw, and returns its result. Throws its last error after `maxMs`. */
export const waitFor = <T>(check: () => T | Promise<T>, maxMs = MAX_WAIT_MS): Promise<T> =>
  vi.waitFor(check, { timeout: maxMs, interval: 20 })

/** Waits until the condition is true. Throws an error after `seconds`. */
export const waitUntil = async (condition: () => boolean | Promise<boolean>, seconds = 30): Promise<void> => {
  const end = Date.now() + seconds * 1000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Timed out after ${seconds} s`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
