import pRetry from 'p-retry'
import { ApiError, callApi } from '#web/api-client.ts'
import type { cancelUpload, finishUpload, startUpload, Upload, uploadChunk } from '../../contract.ts'
import { UPLOAD_CHUNK_BYTES } from '../../contract-values.ts'

const RETRIES = 6
const MIN_DELAY_MS = 1_000
const MAX_DELAY_MS = 10_000

type Options = {
  signal: AbortSignal
  /** Receives the percentage of the file that the server has received, from 0 to 100. */
  onProgress(percent: number): void
}

/**
 * Uploads a file in pieces and returns its URL. After a lost connection, the upload continues with the piece that was
 * lost; while the browser is offline, it waits. Throws the server's `ApiError`, or the last error from `fetch`.
 */
export const uploadFile = async (content: Blob, options: Options): Promise<string> => {
  try {
    return await uploadOnce(content, options)
  } catch (error) {
    // The server discards uploads that pause for an hour, so an expired upload is started again from the
    // beginning.
    const hasExpired = error instanceof ApiError && error.status === 404
    if (!hasExpired) throw error
    return uploadOnce(content, options)
  }
}

const uploadOnce = async (content: Blob, { signal, onProgress }: Options): Promise<string> => {
  const { type, size } = content
  let upload = await withRetries(signal, () =>
    callApi<typeof startUpload>('POST /api/uploads', { body: { type, size } }, signal),
  )
  const params = { id: upload.id }
  try {
    while (upload.received < upload.size) {
      const offset = upload.received
      upload = await withRetries(signal, () =>
        callApi<typeof uploadChunk>(
          'PATCH /api/uploads/:id',
          { params, query: { offset }, body: content.slice(offset, offset + UPLOAD_CHUNK_BYTES) },
          signal,
        ),
      )
      onProgress(Math.floor((100 * upload.received) / upload.size))
    }
    const finished: Upload = await withRetries(signal, () =>
      callApi<typeof finishUpload>('POST /api/uploads/:id/finish', { params }, signal),
    )
    return finished.url ?? ''
  } catch (error) {
    void callApi<typeof cancelUpload>('DELETE /api/uploads/:id', { params }).catch(() => {})
    throw error
  }
}

const withRetries = <T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> =>
  pRetry(send, {
    signal,
    retries: RETRIES,
    minTimeout: MIN_DELAY_MS,
    maxTimeout: MAX_DELAY_MS,
    shouldRetry: ({ error }) => !signal.aborted && (!(error instanceof ApiError) || error.status >= 500),
    onFailedAttempt: () => waitUntilOnline(signal),
  })

const waitUntilOnline = (signal: AbortSignal): Promise<void> | undefined =>
  navigator.onLine
    ? undefined
    : new Promise((resolve) => {
        addEventListener('online', () => resolve(), { once: true, signal })
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
