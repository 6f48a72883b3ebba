/** This is 320 MB in total, enough for nine posts with five maximum-size files each. */
const MAX_SLOTS = 1_280
/**
 * A quarter of the slots per account and per IP address, so filling all of them takes at least four accounts
 * and four IP addresses.
 */
const MAX_SLOTS_PER_OWNER = MAX_SLOTS / 4

type Upload = {
  owners: readonly string[]
  slots: number
  /** Whether the body is currently arriving below the minimum upload rate. */
  isSlow: () => boolean
  /** Aborts the upload because another one needs its slots. */
  preempt: () => void
}

/**
 * Counts the slots of all uploads in progress: those of this process or, in the leader, those of all workers.
 */
export const createUploadLedger = <Key>() => {
  const uploads = new Map<Key, Upload>()

  return {
    begin: (key: Key, upload: Omit<Upload, 'slots'>): void => {
      uploads.set(key, { ...upload, slots: 0 })
    },
    /**
     * Takes slots for an upload. Returns false if the account, the IP address or all uploads combined are at their
     * limit and no stalled upload can be preempted.
     */
    take: (key: Key, needed: number): boolean => {
      const upload = uploads.get(key)
      if (!upload) return false
      for (const owner of [...upload.owners, null]) {
        const rivals = [...uploads.values()].filter((other) => owner === null || other.owners.includes(owner))
        const free = (owner === null ? MAX_SLOTS : MAX_SLOTS_PER_OWNER) - countSlots(rivals)
        if (free < needed && !preemptSlowUploads(rivals, upload, needed - free)) return false
      }
      upload.slots += needed
      return true
    },
    release: (key: Key): void => {
      uploads.delete(key)
    },
    countSlots: (): number => countSlots(uploads.values()),
  }
}

/** Preempts stalled uploads, largest first. Returns false, and preempts none, if that would not free enough slots. */
const preemptSlowUploads = (rivals: readonly Upload[], upload: Upload, needed: number): boolean => {
  const slow = rivals.filter((rival) => rival !== upload && rival.slots > 0 && rival.isSlow())
  if (countSlots(slow) < needed) return false
  let freed = 0
  for (const rival of slow.sort((one, other) => other.slots - one.slots)) {
    if (freed >= needed) break
    freed += rival.slots
    rival.slots = 0
    rival.preempt()
  }
  return true
}

const countSlots = (list: Iterable<Upload>): number => {
  let slots = 0
  for (const upload of list) slots += upload.slots
  return slots
}
