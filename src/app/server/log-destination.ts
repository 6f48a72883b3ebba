import { write, writeSync } from 'node:fs'

/** How long a line waits at most for others that are written together with it. */
const FLUSH_MS = 1_000
/**
 * The number of bytes that are written at once. All workers write to the same pipe, and longer writes could be
 * interleaved.
 */
const WRITE_BYTES = 4_096
/** Lines that cannot be written, for example to a full disk, wait until there are this many bytes; later ones are dropped. */
const MAX_WAITING_BYTES = 1_000_000
/** How often, and with which pauses, to try to write to a pipe that is full when the process exits. */
const EXIT_TRIES = 20
const EXIT_PAUSE_MS = 50

/**
 * Writes the lines of a log asynchronously, and what is left when the process exits. A write that fails is tried again
 * later and never ends the process. pino's own destination throws if the disk is full, and waits for space when the
 * process exits, so that it never does.
 */
export const createLogDestination = (fd: number): { write(line: string): void } => {
  let waiting: Buffer[] = []
  let bytes = 0
  let isWriting = false

  /** Removes whole lines of up to `WRITE_BYTES` bytes, or one longer line. */
  const take = (): Buffer => {
    let length = waiting[0]?.length ?? 0
    let count = 1
    for (; count < waiting.length; count += 1) {
      length += waiting[count]?.length ?? 0
      if (length > WRITE_BYTES) break
    }
    const chunk = Buffer.concat(waiting.slice(0, count))
    waiting = waiting.slice(count)
    bytes -= chunk.length
    return chunk
  }
  const putBack = (chunk: Buffer) => {
    if (chunk.length === 0) return
    waiting.unshift(chunk)
    bytes += chunk.length
  }
  const flush = () => {
    if (isWriting || bytes === 0) return
    isWriting = true
    const chunk = take()
    write(fd, chunk, (error, written) => {
      isWriting = false
      putBack(error ? chunk : chunk.subarray(written))
      if (!error) flush()
    })
  }
  setInterval(flush, FLUSH_MS).unref()
  process.on('exit', () => {
    for (let tries = 0; bytes > 0 && tries < EXIT_TRIES; ) {
      const chunk = take()
      try {
        putBack(chunk.subarray(writeSync(fd, chunk)))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
        putBack(chunk)
        tries += 1
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, EXIT_PAUSE_MS)
      }
    }
  })

  return {
    write: (line) => {
      const length = Buffer.byteLength(line)
      if (bytes + length > MAX_WAITING_BYTES) return
      waiting.push(Buffer.from(line))
      bytes += length
      if (bytes >= WRITE_BYTES) flush()
    },
  }
}
