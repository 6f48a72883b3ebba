import PQueue from 'p-queue'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api-client.ts'
import { mediaMessages } from '../../contract-messages.ts'
import type { ChosenFile } from './chosen-file.ts'
import type { FileError } from './read-chosen-file.ts'
import { fileTexts } from './texts.ts'
import { uploadFile } from './upload-file.ts'

/**
 * The state of an upload. `percent` is the percentage of the file that the server has received. `error` is set if
 * the upload has failed.
 */
export type UploadState = { percent: number; error: UploadError | null }
/** `reason` is shown on the tile, `title` and `description` in a toast. */
export type UploadError = FileError & { reason: string; canRetry: boolean }

const CONCURRENT_UPLOADS = 2

/**
 * Uploads a form's files as they are chosen. Uploads that are still running when the form closes are aborted, unless
 * the form is being submitted.
 */
export const useFileUploads = () => {
  const [states, setStates] = useState<ReadonlyMap<string, UploadState>>(new Map())
  const [queue] = useState(() => new PQueue({ concurrency: CONCURRENT_UPLOADS }))
  const uploads = useRef(new Map<string, { address: Promise<string>; abort: AbortController }>())
  const sending = useRef(0)

  const show = (id: string, state: UploadState | null) =>
    setStates((current) => {
      const next = new Map(current)
      if (state) next.set(id, state)
      else next.delete(id)
      return next
    })

  /**
   * Starts an upload, unless it has already started, and resolves to the URL of the stored file. Rejects if the
   * upload fails or is cancelled.
   */
  const start = ({ id, content, name }: ChosenFile): Promise<string> => {
    if (typeof content === 'string') return Promise.resolve(content)
    const known = uploads.current.get(id)
    if (known) return known.address
    const abort = new AbortController()
    const { signal } = abort
    let percent = 0
    show(id, { percent, error: null })
    const onProgress = (next: number) => {
      percent = next
      if (!signal.aborted) show(id, { percent, error: null })
    }
    const address = queue.add(() => uploadFile(content, { signal, onProgress }), { signal })
    address.then(
      () => show(id, null),
      (error: unknown) => {
        // Forgets the failed upload, so that the next attempt starts a new one.
        uploads.current.delete(id)
        show(id, signal.aborted ? null : { percent, error: describeUploadError(error, name) })
      },
    )
    uploads.current.set(id, { address, abort })
    return address
  }

  const cancel = (id: string): void => {
    uploads.current.get(id)?.abort.abort()
    show(id, null)
  }

  /**
   * Waits for all uploads and resolves to the files' URLs. Throws an `ApiError` that identifies the file, or the
   * error from `fetch`.
   */
  const waitForAddresses = async (files: readonly ChosenFile[]): Promise<string[]> => {
    sending.current += 1
    try {
      return await Promise.all(
        files.map((file, index) => start(file).catch((error: unknown) => throwForField(error, index))),
      )
    } finally {
      sending.current -= 1
    }
  }

  useEffect(() => {
    const { current } = uploads
    return () => {
      if (sending.current === 0) for (const { abort } of current.values()) abort.abort()
    }
  }, [])

  return { states, start, cancel, waitForAddresses }
}

/** Statuses of files that are rejected again however often they are sent: too large, or not of a supported type. */
const FINAL_STATUSES: ReadonlySet<number> = new Set([413, 415])

export const describeUploadError = (error: unknown, name: string): UploadError => {
  const failed = { title: fileTexts.failed, description: fileTexts.failedMore }
  if (!(error instanceof ApiError) || error.status >= 500 || !error.userMessage)
    return { ...failed, reason: fileTexts.failedMore, canRetry: true }
  const reason = error.userMessage
  const canRetry = !FINAL_STATUSES.has(error.status)
  if (reason.startsWith(mediaMessages.invalidType))
    return { title: fileTexts.wrongKind, description: fileTexts.notValid(name), reason, canRetry }
  if (reason === mediaMessages.unreadable)
    return { title: fileTexts.unreadable, description: fileTexts.damaged(name), reason, canRetry }
  if (reason === mediaMessages.tooLarge)
    return { title: fileTexts.tooLarge, description: fileTexts.larger(name), reason, canRetry }
  return { ...failed, description: `${fileTexts.failedMore} ${reason}`, reason, canRetry }
}

const throwForField = (error: unknown, index: number): never => {
  if (!(error instanceof ApiError)) throw error
  const field = `exampleFiles.${index}`
  throw new ApiError(
    error.status,
    JSON.stringify({ message: error.userMessage || fileTexts.failedMore, field }),
  )
}
