import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { errorCodes, type FastifyInstance } from 'fastify'
import { badRequest } from '#core/failure.ts'
import { LARGE_BODY } from './few-large-bodies.ts'

/**
 * Large bodies (pictures as data strings) are read as JSON in a thread of their own, which gets them as they come and ends with
 * them: 27 MB would hold up everybody else for 150 ms, and leave its memory behind. `few-large-bodies.ts` bounds how many
 * there are at a time.
 */
export const readLargeJson = (app: FastifyInstance): void => {
  const readSmall = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', (request, payload: Readable, done) => {
    const most = request.routeOptions.bodyLimit ?? LARGE_BODY
    const length = Number(request.headers['content-length'] ?? Infinity)
    if (length > most && length < Infinity) done(tooLarge())
    else if (Math.min(length, most) <= LARGE_BODY)
      readHere(payload, most).then((body) => readSmall(request, body, done), done)
    else readElsewhere(payload, most).then((value) => done(null, value), done)
  })
}

const tooLarge = () => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()

/** What comes, piece by piece. Throws 413 as soon as it is more than it may be, 400 where it is cut off. */
async function* piecesOf(payload: Readable, most: number): AsyncGenerator<Buffer> {
  let length = 0
  try {
    // Left open: a refusal is still to be answered over it.
    for await (const piece of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += piece.length
      if (length > most) throw tooLarge()
      yield piece
    }
  } catch (error) {
    throw payload.errored ? badRequest('The body ended too early') : error
  }
}

const readHere = async (payload: Readable, most: number): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of piecesOf(payload, most)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** Enough for the largest body of strings; one that becomes more than that in memory is refused. */
const HEAP_MB = 512

const readElsewhere = async (payload: Readable, most: number): Promise<unknown> => {
  const worker = new Worker(new URL('large-json-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  const read = new Promise((resolve, reject) => {
    const refuse = () => reject(badRequest('The body is not valid JSON'))
    worker.once('message', resolve).once('error', refuse).once('exit', refuse)
  })
  // It is awaited below, unless the body ends too early.
  read.catch(() => {})
  try {
    for await (const piece of piecesOf(payload, most)) worker.postMessage(piece)
  } catch (error) {
    await worker.terminate()
    throw error
  }
  worker.postMessage(null)
  return read
}
