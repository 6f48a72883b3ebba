import pRetry from 'p-retry'
import { ApiError, callApi } from '#web/api-client.ts'
import type { cancelUpload, finishUpload, startUpload, Upload, uploadPiece } from '../../contract.ts'
import { UPLOAD_PIECE_BYTES } from '../../contract-values.ts'

const MIN_DELAY_MS = 1_000
const MAX_DELAY_MS = 3_000
/** An upload that makes no progress for this long after its first failed request is given up. */
const MAX_RETRY_MS = 15_000

type Options = {
  signal: AbortSignal
  /** Receives the percentage of the file that the server has received, from 0 to 100. */
  onProgress(percent: number): void
}

/**
 * Uploads a file in pieces and returns its URL. After a lost connection, the upload continues with the piece that was
 * lost, and is given up after 15 seconds without progress. Throws the server's `ApiError`, or the last error from `fetch`.
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
  let upload = await withRetries(signal, (attempt) =>
    callApi<typeof startUpload>('POST /api/uploads', { body: { type, size } }, { signal: attempt }),
  )
  const params = { id: upload.id }
  try {
    while (upload.received < upload.size) {
      const offset = upload.received
      upload = await withRetries(signal, (attempt) =>
        callApi<typeof uploadPiece>(
          'PATCH /api/uploads/:id',
          { params, query: { offset }, body: content.slice(offset, offset + UPLOAD_PIECE_BYTES) },
          { signal: attempt },
        ),
      )
      onProgress(Math.floor((100 * upload.received) / upload.size))
    }
    const finished: Upload = await withRetries(signal, (attempt) =>
      callApi<typeof finishUpload>('POST /api/uploads/:id/finish', { params }, { signal: attempt }),
    )
    return finished.url ?? ''
  } catch (error) {
    void callApi<typeof cancelUpload>('DELETE /api/uploads/:id', { params }).catch(() => {})
    throw error
  }
}

/** Repeats a request that fails because of the connection or the server, for at most `MAX_RETRY_MS`. */
const withRetries = <T>(signal: AbortSignal, send: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  let endsAt = Number.POSITIVE_INFINITY
  return pRetry(() => withDeadline(signal, endsAt, send), {
    signal,
    retries: MAX_RETRY_MS / MIN_DELAY_MS,
    minTimeout: MIN_DELAY_MS,
    maxTimeout: MAX_DELAY_MS,
    onFailedAttempt: ({ error }) => {
      endsAt = Math.min(endsAt, Date.now() + MAX_RETRY_MS)
      return isTemporary(error) ? waitUntilOnline(signal, endsAt) : undefined
    },
    // The last attempt starts early enough to be answered before the end.
    shouldRetry: ({ error }) =>
      !signal.aborted && isTemporary(error) && Date.now() + 2 * MAX_DELAY_MS <= endsAt,
  })
}

const isTemporary = (error: Error): boolean => !(error instanceof ApiError) || error.status >= 500

/** Sends a request and aborts it at `endsAt`. */
const withDeadline = async <T>(
  signal: AbortSignal,
  endsAt: number,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  if (!Number.isFinite(endsAt)) return send(signal)
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(new Error('No answer')), endsAt - Date.now())
  const stop = () => deadline.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await send(deadline.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

const waitUntilOnline = (signal: AbortSignal, endsAt: number): Promise<void> | undefined =>
  navigator.onLine === false
    ? new Promise((resolve) => {
        const timer = setTimeout(resolve, endsAt - Date.now())
        const stop = () => {
          clearTimeout(timer)
          resolve()
        }
        addEventListener('online', stop, { once: true, signal })
        signal.addEventListener('abort', stop, { once: true })
      })
    : undefined
