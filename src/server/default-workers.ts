import { availableParallelism, totalmem } from 'node:os'

const MAX_DEFAULT_WORKERS = 8
/** What a worker may use at most: 260 MB itself, and its image workers some 900 MB for the largest pictures. */
const MEMORY_OF_WORKER_BYTES = 1_200_000_000

/**
 * Returns the default number of workers: one per core, up to eight, but no more than the memory is enough for.
 */
export const getDefaultWorkerCount = ({
  cores,
  memoryBytes,
}: {
  cores: number
  memoryBytes: number
}): number =>
  Math.max(1, Math.min(MAX_DEFAULT_WORKERS, cores, Math.floor(memoryBytes / MEMORY_OF_WORKER_BYTES)))

/**
 * Returns the number of cores and the amount of memory that this process may use; in a container, both may be
 * lower than the machine's totals.
 */
export const getAvailableResources = (): { cores: number; memoryBytes: number } => ({
  cores: availableParallelism(),
  // If the memory is not limited, `constrainedMemory` returns 0 or more than the machine has.
  memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
})
