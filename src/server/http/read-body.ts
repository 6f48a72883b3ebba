import type { Readable } from 'node:stream'
import { errorCodes, type FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import {
  acquireUploadSlots,
  completeUpload,
  LARGE_BODY_BYTES,
  trackUpload,
  UPLOAD_SLOT_BYTES,
} from './upload-limit.ts'
import { enforceMinimumUploadRate } from './upload-rate.ts'

const tooLarge = () => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()

/**
 * Returns the maximum size of the request's body: its `Content-Length`, or its route's limit if there is
 * none. Throws a 413 if the `Content-Length` exceeds the limit.
 */
const maxBytesOf = ({ routeOptions, headers }: FastifyRequest): number => {
  const limit = routeOptions.bodyLimit ?? LARGE_BODY_BYTES
  const announced = Number(headers['content-length'] ?? Infinity)
  if (announced > limit && announced < Infinity) throw tooLarge()
  return Math.min(announced, limit)
}

/**
 * Reads a body in chunks, up to its route's limit. Throws a 413 as soon as the body exceeds the limit, a 503
 * if too many uploads are in progress, and a 400 if the body is cut off or arrives too slowly.
 */
export async function* readChunks(request: FastifyRequest, payload: Readable): AsyncGenerator<Buffer> {
  const maxBytes = maxBytesOf(request)
  let length = 0
  const rate = enforceMinimumUploadRate(() => length)
  if (maxBytes > LARGE_BODY_BYTES) trackUpload(request, rate)
  // Keeps the stream open because an error response still has to be sent over the connection.
  const chunks = payload.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  try {
    for (;;) {
      const { done, value: chunk } = await Promise.race([chunks.next(), rate.ended])
      if (done) return
      length += chunk.length
      if (length > maxBytes) throw tooLarge()
      acquireUploadSlots(request, length)
      yield chunk
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

/** Reads the whole body. Throws the same errors as `readChunks`. */
export const readRequestBody = async (
  request: FastifyRequest,
  payload: Readable,
): Promise<Uint8Array<ArrayBuffer>> => {
  const maxBytes = maxBytesOf(request)
  const isLarge = maxBytes > LARGE_BODY_BYTES
  // The buffer for a large body grows as bytes arrive, so a large `Content-Length` alone takes up no memory.
  const body = new Uint8Array(
    isLarge ? new ArrayBuffer(0, { maxByteLength: maxBytes }) : new ArrayBuffer(maxBytes),
  )
  let length = 0
  for await (const chunk of readChunks(request, payload)) {
    const end = length + chunk.length
    if (end > body.length)
      body.buffer.resize(Math.min(maxBytes, Math.ceil(end / UPLOAD_SLOT_BYTES) * UPLOAD_SLOT_BYTES))
    body.set(chunk, length)
    length = end
  }
  return isLarge ? new Uint8Array(body.buffer.transferToFixedLength(length)) : body.subarray(0, length)
}
