import { availableParallelism, totalmem } from 'node:os'

const MAX_DEFAULT_WORKERS = 8
const MIN_MEMORY_BYTES = 2_000_000_000

/**
 * Returns the default number of workers: one per core, up to eight, but only one on a machine with little
 * memory.
 */
export const getDefaultWorkerCount = ({
  cores,
  memoryBytes,
}: {
  cores: number
  memoryBytes: number
}): number => (memoryBytes < MIN_MEMORY_BYTES ? 1 : Math.max(1, Math.min(MAX_DEFAULT_WORKERS, cores)))

/**
 * Returns the number of cores and the amount of memory that this process may use; in a container, both may be
 * lower than the machine's totals.
 */
export const getAvailableResources = (): { cores: number; memoryBytes: number } => ({
  cores: availableParallelism(),
  // If the memory is not limited, `constrainedMemory` returns 0 or more than the machine has.
  memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
})
