/** With this many rows, a statement takes far less than its time limit. */
const BATCH_SIZE = 5_000

/**
 * Calls `deleteBatch`, which deletes at most `max` rows, until there is nothing more to delete. After an outage or a flood
 * of requests, there may be so many rows that one statement for all of them would run out of time each time. Throws
 * between two batches if the signal aborts.
 */
export const deleteInBatches = async (
  deleteBatch: (max: number) => PromiseLike<{ count: number }>,
  signal?: AbortSignal,
): Promise<void> => {
  for (;;) {
    signal?.throwIfAborted()
    if ((await deleteBatch(BATCH_SIZE)).count < BATCH_SIZE) return
  }
}
