import type { FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { toRateLimitAddress } from '../limits/rate-limit-address.ts'
import { getWorkerShare } from '../workers.ts'

/** Bodies larger than this are parsed in a worker thread and count towards the upload limit. */
export const LARGE_BODY_BYTES = 1024 * 1024
export const UPLOAD_SLOT_BYTES = 256 * 1024

/** This is 36 MB, enough for a post with five files of the maximum size. */
const SLOTS_OF_LARGEST_BODY = 144
/** This is 320 MB in total, or twice the largest body if that is more than this process's share. */
const MAX_SLOTS = getWorkerShare(1_280, 2 * SLOTS_OF_LARGEST_BODY)
/**
 * A quarter of the slots per account and per IP address, so filling all of them takes at least four accounts
 * and four IP addresses.
 */
const MAX_SLOTS_PER_OWNER = Math.max(MAX_SLOTS / 4, SLOTS_OF_LARGEST_BODY)

type Upload = {
  /** The account and the IP address. */
  owners: readonly string[]
  slots: number
  /** Whether the body currently arrives more slowly than the minimum upload rate. */
  isSlow: () => boolean
  end: (reason: HttpError) => void
}

const uploads = new Map<FastifyRequest, Upload>()

const ownersOf = ({ viewer, ip }: Pick<FastifyRequest, 'viewer' | 'ip'>): string[] => [
  ...(viewer ? [`account:${viewer.id}`] : []),
  `address:${toRateLimitAddress(ip)}`,
]

/** Returns the owner on whose behalf the body is processed: the account, or a visitor's IP address. */
export const getUploadOwner = (request: FastifyRequest): string => ownersOf(request)[0] ?? ''

/**
 * Starts counting a large body. With `isSlow` and `end`, the upload can be preempted: a stalled body loses its slots as
 * soon as another upload needs them.
 */
export const trackUpload = (request: FastifyRequest, body: Pick<Upload, 'isSlow' | 'end'>): void => {
  uploads.set(request, { owners: ownersOf(request), slots: 0, ...body })
}

/** Marks the body as fully received so that it can no longer be preempted as slow. */
export const completeUpload = (request: FastifyRequest): void => {
  const upload = uploads.get(request)
  if (upload) upload.isSlow = () => false
}

/**
 * Takes one slot per 256 KB received so that a `Content-Length` alone reserves nothing. Throws a 503 if the
 * account, the IP address or all uploads combined are at their limit and no stalled upload can be preempted.
 */
export const acquireUploadSlots = (request: FastifyRequest, receivedBytes: number): void => {
  const upload = uploads.get(request)
  if (!upload) return
  const needed = Math.ceil(receivedBytes / UPLOAD_SLOT_BYTES) - upload.slots
  if (needed <= 0) return
  for (const owner of [...upload.owners, null]) {
    const rivals = [...uploads.values()].filter((other) => owner === null || other.owners.includes(owner))
    const free = (owner === null ? MAX_SLOTS : MAX_SLOTS_PER_OWNER) - countSlots(rivals)
    if (free < needed && !preemptSlowUploads(rivals, upload, needed - free)) throw full()
  }
  upload.slots += needed
}

const full = () => new HttpError('uploads-busy', { retryAfter: 5 })

/** Releases the slots after the response, or when the client disconnects. */
export const releaseUploadSlots = (request: FastifyRequest): void => {
  uploads.delete(request)
}

export const countUploadSlots = (): number => countSlots(uploads.values())

/** Preempts stalled uploads, largest first. Returns false, and preempts none, if that would not free enough slots. */
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

const countSlots = (list: Iterable<Upload>): number => {
  let slots = 0
  for (const upload of list) slots += upload.slots
  return slots
}
