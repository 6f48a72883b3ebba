import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { errorCodes, type FastifyInstance } from 'fastify'
import { badRequest } from '#core/failure.ts'
import { LARGE_BODY } from './few-large-bodies.ts'
import { type HeldFile, holdFiles } from './held-data.ts'
import { watchPace } from './watch-pace.ts'

/**
 * Large bodies (pictures as data strings) are read as JSON in a thread of their own, which ends with them: 27 MB would hold up
 * everybody else for 80 ms, and leave its memory behind. Long data strings are decoded there too (`held-data.ts`).
 * `few-large-bodies.ts` bounds how many there are at a time.
 */
export const readLargeJson = (app: FastifyInstance): void => {
  const readSmall = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', (request, payload: Readable, done) => {
    const most = request.routeOptions.bodyLimit ?? LARGE_BODY
    const length = Number(request.headers['content-length'] ?? Infinity)
    if (length > most && length < Infinity) done(tooLarge())
    else
      collect(payload, Math.min(length, most)).then((body) => {
        if (body.length <= LARGE_BODY)
          readSmall(request, Buffer.from(body.buffer, 0, body.length).toString(), done)
        else
          parseElsewhere(body).then(({ value, files }) => {
            holdFiles(request, files)
            done(null, value)
          }, done)
      }, done)
  })
}

const tooLarge = () => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()

/** The body, whole. Throws 413 as soon as it is more than it may be, 400 where it is cut off or comes too slowly. */
const collect = async (payload: Readable, most: number): Promise<Uint8Array<ArrayBuffer>> => {
  // Its pages take memory once they are written to, and it is handed on without a copy.
  const body = new Uint8Array(most)
  let length = 0
  const pace = watchPace(() => length)
  // Left open: a refusal is still to be answered over it.
  const pieces = payload.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  try {
    for (;;) {
      const { done, value: piece } = await Promise.race([pieces.next(), pace.lost])
      if (done) return body.subarray(0, length)
      if (length + piece.length > most) throw tooLarge()
      body.set(piece, length)
      length += piece.length
    }
  } catch (error) {
    throw payload.errored ? badRequest('The body ended too early') : error
  } finally {
    pace.stop()
    void pieces.return?.()
  }
}

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
