import { ReadableStream as NodeStream } from 'node:stream/web'
import { setTimeout as delay } from 'node:timers/promises'

/** The answer is no stream of events, or larger than any prompt can be. */
export class UnusableAnswer extends Error {
  override name = 'UnusableAnswer'
}

// Each of 20,000 characters may come in an event of its own.
const STREAM_MOST = 12 * 1024 * 1024
const ERROR_MOST = 64 * 1024
/** In milliseconds; each time another, or many streams would take their turns all at once. */
const moment = () => 60 + Math.random() * 80

/** Follows no redirects and reads only so much; what is no stream of events is refused unread. */
export const boundedFetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  const { status, headers, ok, body } = response
  if (ok && !headers.get('content-type')?.includes('text/event-stream')) {
    await body?.cancel()
    throw new UnusableAnswer(`It is ${headers.get('content-type') ?? 'of no type'}`)
  }
  const most = ok ? STREAM_MOST : ERROR_MOST
  const passed = body && NodeStream.from(together(body.getReader(), most))
  // The same streams by other declarations.
  return new Response(passed as ReadableStream | null, { status, headers })
}

/**
 * Passes on together what comes within a moment: a screen shows no more, and each piece on its own would cost the process
 * several times what is in it. What came before a failure is passed on before it.
 */
async function* together(reader: ReadableStreamDefaultReader<Uint8Array>, most: number) {
  let come = Promise.withResolvers<void>()
  let end: { error?: unknown } | undefined
  let waiting: Uint8Array[] = []
  const read = async () => {
    let taken = 0
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      taken += next.value.byteLength
      if (taken > most) throw new UnusableAnswer('It does not end')
      waiting.push(next.value)
      come.resolve()
    }
  }
  void read()
    .then(
      () => ({}),
      (error: unknown) => ({ error }),
    )
    .then((how) => {
      end = how
      come.resolve()
    })
  try {
    while (!end || waiting.length) {
      await come.promise
      if (!end) await delay(moment())
      come = Promise.withResolvers()
      if (end) come.resolve()
      const pieces = waiting
      waiting = []
      if (pieces.length) yield Buffer.concat(pieces)
    }
    if ('error' in end) throw end.error
  } finally {
    reader.cancel().catch(() => {})
  }
}
