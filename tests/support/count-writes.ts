import { Socket } from 'node:net'
import { vi } from 'vitest'

/** Counts how often `work` writes to the sockets of this process: statements that are sent together are one write. */
export const countWrites = async (work: () => Promise<unknown>): Promise<number> => {
  const spies = [vi.spyOn(Socket.prototype, '_write'), vi.spyOn(Socket.prototype, '_writev')]
  await work()
  const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  for (const spy of spies) spy.mockRestore()
  return count
}
