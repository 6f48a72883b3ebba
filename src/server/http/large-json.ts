import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { compareByProcessingTime, createWorkQueue } from '../work-queue.ts'
import { getWorkerShare } from '../workers.ts'
import { type DecodedUpload, storeDecodedUploads } from './decoded-uploads.ts'
import { readRequestBody } from './read-body.ts'
import { getUploadOwner, LARGE_BODY_BYTES } from './upload-limit.ts'

/** Limits how many bodies are parsed concurrently because parsing a 35 MB body takes about 90 MB. */
const parseQueue = createWorkQueue({
  name: 'request bodies',
  concurrency: getWorkerShare(2),
  compare: compareByProcessingTime,
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
    readRequestBody(request, payload)
      .then((body) => {
        if (body.length <= LARGE_BODY_BYTES)
          parseSmall(request, Buffer.from(body.buffer, 0, body.length).toString(), done)
        else
          parseQueue
            .run({ owner: getUploadOwner(request) }, () => parseInWorker(body))
            .then(({ value, files }) => {
              storeDecodedUploads(request, files)
              done(null, value)
            }, done)
      })
      .catch(done)
  })
}

/** The worker's heap limit, large enough to parse the largest allowed body. */
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
