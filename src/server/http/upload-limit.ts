import type { FastifyRequest } from 'fastify'
import { type Failure, unavailable } from '#core/failure.ts'
import { limitedAddress } from '#server/limits/take-from-limit.ts'

/** Larger bodies are parsed in a worker thread and counted here. */
export const LARGE_BODY_BYTES = 1024 * 1024
export const SLOT_BYTES = 256 * 1024
/** 320 MB in all, which is nine posts of five full files. */
const MAX_SLOTS = 1_280
/** A quarter for one account or one address: it takes four of either to fill all slots. */
const MAX_SLOTS_EACH = MAX_SLOTS / 4

type Upload = {
  owners: readonly string[]
  slots: number
  /** Whether it comes below the minimum rate just now. */
  isSlow: () => boolean
  end: (reason: Failure) => void
}

const uploads = new Map<FastifyRequest, Upload>()

const ownersOf = ({ viewer, ip }: Pick<FastifyRequest, 'viewer' | 'ip'>): string[] => [
  ...(viewer ? [`account:${viewer.id}`] : []),
  `address:${limitedAddress(ip)}`,
]

/** Whom work on this body is scheduled for: the account, or a visitor's address. */
export const uploaderOf = (request: FastifyRequest): string => ownersOf(request)[0] ?? ''

/**
 * Counts a large body from its first byte on. `isSlow` and `end` let it give way: a body that stands still loses its
 * slots as soon as another needs them.
 */
export const beginUpload = (request: FastifyRequest, body: Pick<Upload, 'isSlow' | 'end'>): void => {
  uploads.set(request, { owners: ownersOf(request), slots: 0, ...body })
}

/** From here on the body waits for us, not we for it. */
export const completeUpload = (request: FastifyRequest): void => {
  const upload = uploads.get(request)
  if (upload) upload.isSlow = () => false
}

/**
 * Takes one slot for each 256 KB that have arrived, so that a promised length holds nothing. Throws 503 where the
 * account, the address or all uploads together hold as much as they can, and none of them stands still.
 */
export const acquireUploadSlots = (request: FastifyRequest, receivedBytes: number): void => {
  const upload = uploads.get(request)
  const more = Math.ceil(receivedBytes / SLOT_BYTES) - (upload?.slots ?? 0)
  if (!upload || more <= 0) return
  for (const owner of [...upload.owners, null]) {
    const rivals = [...uploads.values()].filter((other) => owner === null || other.owners.includes(owner))
    const free = (owner === null ? MAX_SLOTS : MAX_SLOTS_EACH) - sumOf(rivals)
    if (free < more && !makeRoom(rivals, upload, more - free)) throw full()
  }
  upload.slots += more
}

/** Ends bodies that stand still, the largest first. False where that would not be enough: then none is ended. */
const makeRoom = (rivals: readonly Upload[], upload: Upload, needed: number): boolean => {
  const slow = rivals.filter((rival) => rival !== upload && rival.slots > 0 && rival.isSlow())
  if (sumOf(slow) < needed) return false
  let freed = 0
  for (const rival of slow.sort((one, other) => other.slots - one.slots)) {
    if (freed >= needed) break
    freed += rival.slots
    rival.slots = 0
    rival.end(full())
  }
  return true
}

const full = () => unavailable('Too many uploads are in progress. Please try again in a few seconds.')

/** Gives the slots back once the request is answered, or its client is gone. */
export const releaseUploadSlots = (request: FastifyRequest): void => {
  uploads.delete(request)
}

const sumOf = (some: Iterable<Upload>): number => {
  let slots = 0
  for (const one of some) slots += one.slots
  return slots
}

export const countUploadSlots = (): number => sumOf(uploads.values())
