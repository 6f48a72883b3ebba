import type { Peer } from './peer.ts'
import type { LeaderMethods, WorkerMethods } from './protocol.ts'
import { createUploadLedger } from './upload-ledger.ts'

type UploadMethods = Pick<LeaderMethods, 'beginUpload' | 'takeUploadSlots' | 'reportUploadRate' | 'endUpload'>
type Upload = { isSlow: boolean }

/**
 * Creates the leader's side of the limit on concurrent uploads. Call `methodsFor` for each worker, and call
 * the returned `end` when that worker has exited.
 */
export const createLeaderUploads = () => {
  const ledger = createUploadLedger<Upload>()

  const methodsFor = (worker: () => Peer<WorkerMethods>): { methods: UploadMethods; end(): void } => {
    const uploads = new Map<number, Upload>()
    const endUpload = (id: number) => {
      const upload = uploads.get(id)
      if (upload) ledger.release(upload)
      uploads.delete(id)
    }
    return {
      methods: {
        beginUpload: ({ id, owners }) => {
          const upload = { isSlow: false }
          uploads.set(id, upload)
          ledger.begin(upload, {
            owners,
            isSlow: () => upload.isSlow,
            preempt: () => worker().notify('preemptUpload', id),
          })
        },
        takeUploadSlots: ({ id, slots }) => {
          const upload = uploads.get(id)
          return upload !== undefined && ledger.take(upload, slots)
        },
        reportUploadRate: ({ id, isSlow }) => {
          const upload = uploads.get(id)
          if (upload) upload.isSlow = isSlow
        },
        endUpload,
      },
      end: () => {
        for (const id of uploads.keys()) endUpload(id)
      },
    }
  }
  return { methodsFor }
}
