/** The answer is no stream of events, or larger than any prompt can be. */
export class UnusableAnswer extends Error {
  override name = 'UnusableAnswer'
}

// Each of 20,000 characters may come in an event of its own.
const STREAM_MOST = 12 * 1024 * 1024
const ERROR_MOST = 64 * 1024

/** Follows no redirects and reads only so much; what is no stream of events is refused unread. */
export const boundedFetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  const { status, headers, ok, body } = response
  if (ok && !headers.get('content-type')?.includes('text/event-stream')) {
    await body?.cancel()
    throw new UnusableAnswer(`It is ${headers.get('content-type') ?? 'of no type'}`)
  }
  return new Response(body?.pipeThrough(upTo(ok ? STREAM_MOST : ERROR_MOST)) ?? null, { status, headers })
}

const upTo = (most: number) => {
  let taken = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      taken += chunk.byteLength
      if (taken > most) controller.error(new UnusableAnswer('It does not end'))
      else controller.enqueue(chunk)
    },
  })
}
