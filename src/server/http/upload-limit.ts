import type { FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { toRateLimitAddress } from '../limits/rate-limit.ts'
import { exposeToLeader, leader } from '../workers/leader.ts'
import { createUploadLedger } from '../workers/upload-ledger.ts'

/** Bodies larger than this are parsed in a worker thread and count towards the upload limit. */
export const LARGE_BODY_BYTES = 1024 * 1024
export const UPLOAD_SLOT_BYTES = 256 * 1024
/** How often a worker reports to the leader which of its uploads are slow. */
const REPORT_INTERVAL_MS = 2_000

type Upload = {
  id: number
  slots: number
  /** Whether the body currently arrives more slowly than the minimum upload rate. */
  isSlow: () => boolean
  isReportedSlow: boolean
  end: (reason: HttpError) => void
}

const uploads = new Map<FastifyRequest, Upload>()
/** Used if this process is the whole server; with several workers, the leader counts instead. */
const ledger = createUploadLedger<FastifyRequest>()
let lastId = 0

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
  lastId += 1
  const upload: Upload = { id: lastId, slots: 0, isReportedSlow: false, ...body }
  uploads.set(request, upload)
  const owners = ownersOf(request)
  if (leader) leader.notify('beginUpload', { id: upload.id, owners })
  else ledger.begin(request, { owners, isSlow: () => upload.isSlow(), preempt: () => upload.end(full()) })
}

/** Marks the body as fully received so that it can no longer be preempted as slow. */
export const completeUpload = (request: FastifyRequest): void => {
  const upload = uploads.get(request)
  if (!upload) return
  upload.isSlow = () => false
  reportRate(upload)
}

/**
 * Takes one slot per 256 KB received so that a `Content-Length` alone reserves nothing. Throws a 503 if the
 * account, the IP address or all uploads combined are at their limit and no stalled upload can be preempted.
 */
export const acquireUploadSlots = async (request: FastifyRequest, receivedBytes: number): Promise<void> => {
  const upload = uploads.get(request)
  if (!upload) return
  const slots = Math.ceil(receivedBytes / UPLOAD_SLOT_BYTES) - upload.slots
  if (slots <= 0) return
  const isTaken = leader
    ? await leader.call('takeUploadSlots', { id: upload.id, slots })
    : ledger.take(request, slots)
  if (!isTaken) throw full()
  upload.slots += slots
}

const full = () => new HttpError('uploads-busy', { retryAfter: 5 })

/** Releases the slots after the response, or when the client disconnects. */
export const releaseUploadSlots = (request: FastifyRequest): void => {
  const upload = uploads.get(request)
  if (!upload) return
  uploads.delete(request)
  if (leader) leader.notify('endUpload', upload.id)
  else ledger.release(request)
}

export const countUploadSlots = (): number => ledger.countSlots()

const reportRate = (upload: Upload): void => {
  const isSlow = upload.isSlow()
  if (isSlow === upload.isReportedSlow) return
  upload.isReportedSlow = isSlow
  leader?.notify('reportUploadRate', { id: upload.id, isSlow })
}

if (leader) {
  exposeToLeader({
    preemptUpload: (id) => {
      for (const upload of uploads.values()) if (upload.id === id) upload.end(full())
    },
  })
  setInterval(() => {
    for (const upload of uploads.values()) reportRate(upload)
  }, REPORT_INTERVAL_MS).unref()
}
