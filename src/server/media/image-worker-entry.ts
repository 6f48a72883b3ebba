import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { Tinypool } from 'tinypool'
import { cropToSquare, encodeImage, inspectAndEncode, resizeImage } from './encode-image.ts'
import type { EncodedFile, ImageKind, ImageUse, PreparedFile, VideoKind } from './media-types.ts'
import type { RemuxResult } from './remux-video.ts'
import { renderLayout } from './render-layout.ts'
import { writeAndFlush } from './storage-path.ts'

/*
 * The entry point of the image worker, a process that decodes untrusted files (`image-worker.ts` starts it).
 * A decoder that crashes fails only one job, and its low priority gives precedence to page requests.
 */
setPriority(constants.priority.PRIORITY_LOW)
sharp.concurrency(1)
// Caching is useless here because the same image is rarely processed twice.
sharp.cache(false)
// A terminal sends these signals to all processes in its group. The worker ignores them, because the server finishes
// its work first and then stops the worker.
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit())

/**
 * Paths of an uploaded file and of the result. The worker reads `from` and writes `to`, so the bytes never
 * pass through the server's memory.
 */
type Locations = { from: string; to: string }
type ImageLocations = Locations & { kind: ImageKind; use: ImageUse }

const save = async (path: string, file: EncodedFile | null): Promise<PreparedFile | null> => {
  if (!file) return null
  const { bytes, width, height } = file
  await writeAndFlush(path, bytes)
  return { path, hash: hash('sha256', bytes), byteCount: bytes.length, width, height }
}

const attemptFile = async ({ from, to, ...image }: ImageLocations) => {
  const result = await inspectAndEncode({ ...image, bytes: await readFile(from) })
  return result && { ...result, encoded: await save(to, result.encoded) }
}

const encodeFile = async ({ from, to, ...image }: ImageLocations) =>
  save(to, await encodeImage({ ...image, bytes: await readFile(from) }))

let remuxThread: Tinypool | undefined
/** Remuxes in a thread, because it would block the event loop, and with it the timer that limits a job's CPU time. */
const remuxFile = async ({ from, to, kind }: Locations & { kind: VideoKind }) => {
  remuxThread ??= new Tinypool({
    filename: fileURLToPath(new URL('remux-video.ts', import.meta.url)),
    minThreads: 1,
    maxThreads: 1,
  })
  const remuxed: RemuxResult = await remuxThread.run(
    { kind, bytes: await readFile(from) },
    { name: 'remuxVideo' },
  )
  return typeof remuxed === 'string' ? remuxed : save(to, remuxed)
}

const jobs = {
  attempt: attemptFile,
  encode: encodeFile,
  remux: remuxFile,
  shrink: resizeImage,
  square: cropToSquare,
  layOut: renderLayout,
}
export type ImageJobs = typeof jobs

const CHECK_INTERVAL_MS = 50

/**
 * Runs one job at a time. Codecs cannot be interrupted, so the process kills itself once the job has used `maxMs` of
 * CPU time, a measure that does not depend on the machine's load, or after `maxWaitMs`.
 */
export const runWorkerJob = async <Name extends keyof ImageJobs>({
  name,
  input,
  maxMs,
  maxWaitMs,
}: {
  name: Name
  input: Parameters<ImageJobs[Name]>[0]
  maxMs: number
  maxWaitMs: number
}): Promise<unknown> => {
  const [startedAt, usage] = [performance.now(), process.cpuUsage()]
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(usage)
    if ((user + system) / 1_000 >= maxMs) reportTooSlow()
    else if (performance.now() - startedAt >= maxWaitMs) killSelf()
  }, CHECK_INTERVAL_MS)
  try {
    return await (jobs[name] as (options: typeof input) => Promise<unknown>)(input)
  } finally {
    clearInterval(timer)
  }
}

const killSelf = () => process.kill(process.pid, 'SIGKILL')

/** Notifies the server and then kills the process so that the server does not mistake this for a crash. */
const reportTooSlow = () => process.send?.({ isTooSlow: true }, killSelf)
