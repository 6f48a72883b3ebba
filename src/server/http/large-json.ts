import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { createSharedWorkQueue } from '../workers/shared-work-queue.ts'
import { type DecodedUpload, storeDecodedUploads } from './decoded-uploads.ts'
import {
  acquireUploadSlots,
  beginUpload,
  completeUpload,
  LARGE_BODY_BYTES,
  SLOT_BYTES,
  uploaderOf,
} from './upload-limit.ts'
import { enforceMinimumRate } from './upload-rate.ts'

/** Limits concurrency, because parsing a 35 MB body takes about 90 MB. */
const parseQueue = createSharedWorkQueue({
  name: 'request bodies',
  concurrency: 2,
  order: 'processing-time',
  maxWaiting: 40,
  maxPerOwner: 12,
  refuse: () => new HttpError('uploads-busy', { retryAfter: 5 }),
})

/**
 * Parses large JSON bodies (images as data URLs) in a short-lived worker thread: on the main thread, 27 MB
 * would block every other request for 80 ms and enlarge the heap. The worker also decodes long data URLs
 * (`decoded-uploads.ts`). `upload-limit.ts` bounds how many bytes of large bodies are in memory.
 */
export const registerLargeJsonParser = (app: FastifyInstance): void => {
  const parseSmall = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', (request, payload: Readable, done) => {
    const maxBytes = request.routeOptions.bodyLimit ?? LARGE_BODY_BYTES
    const length = Number(request.headers['content-length'] ?? Infinity)
    if (length > maxBytes && length < Infinity) done(tooLarge())
    else
      readBody(request, payload, Math.min(length, maxBytes))
        .then((body) => {
          if (body.length <= LARGE_BODY_BYTES)
            parseSmall(request, Buffer.from(body.buffer, 0, body.length).toString(), done)
          else
            parseQueue
              .run({ owner: uploaderOf(request) }, () => parseInWorker(body))
              .then(({ value, files }) => {
                storeDecodedUploads(request, files)
                done(null, value)
              }, done)
        })
        .catch(done)
  })
}

const tooLarge = () => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()

/**
 * Reads the whole body. Throws a 413 as soon as it exceeds the limit, a 503 if too many uploads are in
 * progress, and a 400 if it is cut off or arrives too slowly.
 */
const readBody = async (
  request: FastifyRequest,
  payload: Readable,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const isLarge = maxBytes > LARGE_BODY_BYTES
  // The buffer of a large body grows with the bytes received, not with the announced length.
  const body = new Uint8Array(
    isLarge ? new ArrayBuffer(0, { maxByteLength: maxBytes }) : new ArrayBuffer(maxBytes),
  )
  let length = 0
  const rate = enforceMinimumRate(() => length)
  if (isLarge) beginUpload(request, rate)
  // Keeps the stream open, because an error response still has to be sent over the connection.
  const chunks = payload.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  try {
    for (;;) {
      const { done, value: chunk } = await Promise.race([chunks.next(), rate.ended])
      if (done) return isLarge ? toFixedLength(body, length) : body.subarray(0, length)
      const end = length + chunk.length
      if (end > maxBytes) throw tooLarge()
      await acquireUploadSlots(request, end)
      if (end > body.length) body.buffer.resize(Math.min(maxBytes, Math.ceil(end / SLOT_BYTES) * SLOT_BYTES))
      body.set(chunk, length)
      length = end
    }
  } catch (error) {
    throw payload.errored
      ? new HttpError('malformed-request', { message: 'The request body ended too early' })
      : error
  } finally {
    rate.stop()
    completeUpload(request)
    void chunks.return?.()
  }
}

const toFixedLength = (body: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(body.buffer.transferToFixedLength(length))

/** Enough to parse the largest allowed body. */
const HEAP_MB = 512

type ParsedBody = { value: unknown; files: DecodedUpload[] }

const parseInWorker = (body: Uint8Array<ArrayBuffer>): Promise<ParsedBody> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('large-json-worker.ts', import.meta.url), {
      workerData: body,
      transferList: [body.buffer],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    const rejectInvalid = () =>
      reject(new HttpError('malformed-request', { message: 'The request body is not valid JSON' }))
    worker
      .once('message', (parsed: ParsedBody | null) =>
        parsed
          ? resolve(parsed)
          : reject(
              new HttpError('malformed-request', { message: 'The request body contains too many values' }),
            ),
      )
      .once('error', rejectInvalid)
      .once('exit', rejectInvalid)
  })
