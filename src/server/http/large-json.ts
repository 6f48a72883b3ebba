import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '#core/failure.ts'
import { LARGE_BODY } from './few-large-bodies.ts'

/**
 * Large bodies (pictures as data strings) are read as JSON in a thread of their own, which ends with them: 27 MB would hold
 * up everybody else for 80 ms, and leave its memory behind. `few-large-bodies.ts` bounds how many there are at a time.
 */
export const readLargeJson = (app: FastifyInstance): void => {
  const readSmall = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length <= LARGE_BODY) readSmall(request, body.toString(), done)
    else
      readElsewhere(body).then(
        (value) => done(null, value),
        () => done(badRequest('The body is not valid JSON')),
      )
  })
}

/** Enough for the largest body of strings; one that becomes more than that in memory is refused. */
const HEAP_MB = 512

const readElsewhere = (body: Buffer): Promise<unknown> =>
  new Promise((resolve, reject) => {
    // A copy of its own, which goes over to the thread as it is.
    const bytes = new Uint8Array(body).buffer
    const worker = new Worker(new URL('large-json-worker.ts', import.meta.url), {
      workerData: bytes,
      transferList: [bytes],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('It ended without an answer')))
  })
