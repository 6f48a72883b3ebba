import type { FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { rateLimitAddress } from '../limits/rate-limit.ts'

/** Larger bodies are parsed in a worker thread and counted here. */
export const LARGE_BODY_BYTES = 1024 * 1024
export const SLOT_BYTES = 256 * 1024
/** 320 MB in total, enough for nine posts with five maximum-size files each. */
const MAX_SLOTS = 1_280
/**
 * A quarter per account and per address, so filling all slots takes at least four accounts and four
 * addresses.
 */
const MAX_SLOTS_PER_OWNER = MAX_SLOTS / 4

type Upload = {
  owners: readonly string[]
  slots: number
  /** Whether the body currently arrives more slowly than the minimum upload rate. */
  isSlow: () => boolean
  end: (reason: HttpError) => void
}

const uploads = new Map<FastifyRequest, Upload>()

const ownersOf = ({ viewer, ip }: Pick<FastifyRequest, 'viewer' | 'ip'>): string[] => [
  ...(viewer ? [`account:${viewer.id}`] : []),
  `address:${rateLimitAddress(ip)}`,
]

/** The owner on whose behalf the body is processed: the account, or a visitor's address. */
export const uploaderOf = (request: FastifyRequest): string => ownersOf(request)[0] ?? ''

/**
 * Starts counting a large body. `isSlow` and `end` allow the upload to be preempted: a stalled body loses its
 * slots as soon as another upload needs them.
 */
export const beginUpload = (request: FastifyRequest, body: Pick<Upload, 'isSlow' | 'end'>): void => {
  uploads.set(request, { owners: ownersOf(request), slots: 0, ...body })
}

/** Marks the body as fully received, so that it can no longer be preempted as slow. */
export const completeUpload = (request: FastifyRequest): void => {
  const upload = uploads.get(request)
  if (upload) upload.isSlow = () => false
}

/**
 * Takes one slot per 256 KB received, so that an announced length alone reserves nothing. Throws a 503 if the
 * account, the address or all uploads together are at their limit and no stalled upload can be ended.
 */
export const acquireUploadSlots = (request: FastifyRequest, receivedBytes: number): void => {
  const upload = uploads.get(request)
  const needed = Math.ceil(receivedBytes / SLOT_BYTES) - (upload?.slots ?? 0)
  if (!upload || needed <= 0) return
  for (const owner of [...upload.owners, null]) {
    const rivals = [...uploads.values()].filter((other) => owner === null || other.owners.includes(owner))
    const free = (owner === null ? MAX_SLOTS : MAX_SLOTS_PER_OWNER) - countSlots(rivals)
    if (free < needed && !preemptSlowUploads(rivals, upload, needed - free)) throw full()
  }
  upload.slots += needed
}

/** Ends stalled uploads, largest first. Returns false, and ends none, if that would not free enough slots. */
const preemptSlowUploads = (rivals: readonly Upload[], upload: Upload, needed: number): boolean => {
  const slow = rivals.filter((rival) => rival !== upload && rival.slots > 0 && rival.isSlow())
  if (countSlots(slow) < needed) return false
  let freed = 0
  for (const rival of slow.sort((one, other) => other.slots - one.slots)) {
    if (freed >= needed) break
    freed += rival.slots
    rival.slots = 0
    rival.end(full())
  }
  return true
}

const full = () => new HttpError('uploads-busy', { retryAfter: 5 })

/** Releases the slots after the response, or when the client disconnects. */
export const releaseUploadSlots = (request: FastifyRequest): void => {
  uploads.delete(request)
}

const countSlots = (list: Iterable<Upload>): number => {
  let slots = 0
  for (const upload of list) slots += upload.slots
  return slots
}

export const countUploadSlots = (): number => countSlots(uploads.values())
