import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { badRequest } from '#core/failure.ts'
import { fairQueue } from '#server/fair-queue.ts'
import { type HeldFile, holdFiles } from './held-data.ts'
import {
  acquireUploadSlots,
  beginUpload,
  completeUpload,
  LARGE_BODY_BYTES,
  SLOT_BYTES,
  uploaderOf,
} from './upload-limit.ts'
import { enforceMinimumRate } from './upload-rate.ts'

/** A body of 35 MB takes some 90 MB while it is parsed. */
const parsing = fairQueue({
  ...{ concurrency: 2, maxWaiting: 40, maxWaitingEach: 10 },
  message: 'Too many uploads are in progress. Please try again in a few seconds.',
})

/**
 * Large bodies (pictures as data strings) are read as JSON in a thread of their own, which ends with them: 27 MB would hold up
 * everybody else for 80 ms, and leave its memory behind. Long data strings are decoded there too (`held-data.ts`).
 * `upload-limit.ts` bounds how many bytes of them are in memory.
 */
export const readLargeJson = (app: FastifyInstance): void => {
  const readSmall = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', (request, payload: Readable, done) => {
    const maxBytes = request.routeOptions.bodyLimit ?? LARGE_BODY_BYTES
    const length = Number(request.headers['content-length'] ?? Infinity)
    if (length > maxBytes && length < Infinity) done(tooLarge())
    else
      collect(request, payload, Math.min(length, maxBytes))
        .then((body) => {
          if (body.length <= LARGE_BODY_BYTES)
            readSmall(request, Buffer.from(body.buffer, 0, body.length).toString(), done)
          else
            parsing(uploaderOf(request), () => parseElsewhere(body)).then(({ value, files }) => {
              holdFiles(request, files)
              done(null, value)
            }, done)
        })
        .catch(done)
  })
}

const tooLarge = () => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()

/**
 * The whole body. Throws 413 as soon as it is longer than allowed, 503 where too much is being uploaded at the time, and
 * 400 where it is cut off or comes too slowly.
 */
const collect = async (
  request: FastifyRequest,
  payload: Readable,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const isLarge = maxBytes > LARGE_BODY_BYTES
  // A large body's memory grows with what has arrived.
  const body = new Uint8Array(
    isLarge ? new ArrayBuffer(0, { maxByteLength: maxBytes }) : new ArrayBuffer(maxBytes),
  )
  let length = 0
  const rate = enforceMinimumRate(() => length)
  if (isLarge) beginUpload(request, rate)
  // Left open: a refusal is still to be answered over it.
  const chunks = payload.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  try {
    for (;;) {
      const { done, value: chunk } = await Promise.race([chunks.next(), rate.ended])
      if (done) return isLarge ? fixed(body, length) : body.subarray(0, length)
      const end = length + chunk.length
      if (end > maxBytes) throw tooLarge()
      acquireUploadSlots(request, end)
      if (end > body.length) body.buffer.resize(Math.min(maxBytes, Math.ceil(end / SLOT_BYTES) * SLOT_BYTES))
      body.set(chunk, length)
      length = end
    }
  } catch (error) {
    throw payload.errored ? badRequest('The body ended too early') : error
  } finally {
    rate.stop()
    completeUpload(request)
    void chunks.return?.()
  }
}

const fixed = (body: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(body.buffer.transferToFixedLength(length))

/** Enough for the largest body of strings. */
const HEAP_MB = 512

type Read = { value: unknown; files: HeldFile[] }

const parseElsewhere = (body: Uint8Array<ArrayBuffer>): Promise<Read> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('large-json-worker.ts', import.meta.url), {
      workerData: body,
      transferList: [body.buffer],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    const refuse = () => reject(badRequest('The body is not valid JSON'))
    worker
      .once('message', (made: Read | null) =>
        made ? resolve(made) : reject(badRequest('The body holds too many values')),
      )
      .once('error', refuse)
      .once('exit', refuse)
  })
