import { ReadableStream as NodeStream } from 'node:stream/web'
import { setTimeout as delay } from 'node:timers/promises'
import { traceCall } from '#server/tracing/tracing.ts'

/** Thrown if the response is not an event stream, or is larger than any prompt can be. */
export class UnusableResponseError extends Error {
  override name = 'UnusableResponseError'
}

// Large enough for 20,000 characters, each in a separate event.
const MAX_STREAM_BYTES = 12 * 1024 * 1024
const MAX_ERROR_BYTES = 64 * 1024
/** Returns the batching interval in milliseconds. Jitter prevents concurrent streams from flushing simultaneously. */
const batchDelayMs = () => 60 + Math.random() * 80

/**
 * Sends a request without following redirects, limits the size of the body, and rejects a response that is not an event
 * stream without reading it.
 */
export const boundedFetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const response = await traceCall('optimizer', () => fetch(input, { ...init, redirect: 'error' }))
  const { status, headers, ok, body } = response
  if (ok && !headers.get('content-type')?.includes('text/event-stream')) {
    await body?.cancel()
    throw new UnusableResponseError(`content type ${headers.get('content-type') ?? 'missing'}`)
  }
  const maxBytes = ok ? MAX_STREAM_BYTES : MAX_ERROR_BYTES
  const bounded = body && NodeStream.from(inBatches(body.getReader(), maxBytes))
  // Node.js and the DOM library each declare this class, so a cast is needed.
  return new Response(bounded as ReadableStream | null, { status, headers })
}

/**
 * Combines the chunks that arrive within a short interval, because a screen cannot show more updates, and parsing each
 * chunk separately costs several times as much as handling its content. Yields chunks that arrived before an error
 * before throwing it.
 */
async function* inBatches(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number) {
  let arrival = Promise.withResolvers<void>()
  let end: { error?: unknown } | undefined
  let pending: Uint8Array[] = []
  const read = async () => {
    let bytes = 0
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.byteLength
      if (bytes > maxBytes) throw new UnusableResponseError('response too large')
      pending.push(next.value)
      arrival.resolve()
    }
  }
  void read()
    .then(
      () => ({}),
      (error: unknown) => ({ error }),
    )
    .then((outcome) => {
      end = outcome
      arrival.resolve()
    })
  try {
    while (!end || pending.length) {
      await arrival.promise
      if (!end) await delay(batchDelayMs())
      arrival = Promise.withResolvers()
      if (end) arrival.resolve()
      const chunks = pending
      pending = []
      if (chunks.length) yield Buffer.concat(chunks)
    }
    if ('error' in end) throw end.error
  } finally {
    reader.cancel().catch(() => {})
  }
}
