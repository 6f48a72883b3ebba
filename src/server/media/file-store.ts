import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import PQueue from 'p-queue'
import pTimeout from 'p-timeout'
import { HttpError } from '#core/http-error.ts'
import { createSingleFlight } from '#core/single-flight.ts'
import type { Config } from '../config.ts'
import { traceCall } from '../tracing/tracing.ts'
import { createDiskCache } from './generated-files.ts'
import { fileExists, getStoragePath, moveToFolder, PARTIAL_SUFFIX, writeAtomically } from './storage-path.ts'
import {
  createBucketPieceStore,
  createFolderPieceStore,
  type UploadPieceStore,
} from './upload-piece-store.ts'

/**
 * Stores files under `DATA_DIR/media` with atomic writes, unlike flydrive's own driver, which writes in
 * place.
 */
class AtomicFileDriver extends FSDriver {
  readonly #dataDir: string

  constructor(dataDir: string) {
    super({ location: path.join(dataDir, 'media'), visibility: 'private' })
    this.#dataDir = dataDir
  }

  override put(key: string, contents: string | Uint8Array): Promise<void> {
    return writeAtomically(this.#dataDir, 'media', path.posix.basename(key), Buffer.from(contents))
  }
}

/**
 * Runs a few jobs concurrently. Concurrent requests for the same key share one job. Throws a 503 if `maxJobs` are
 * already queued or running.
 */
const createFetchQueue = <T>(maxJobs: number) => {
  const share = createSingleFlight<T>()
  const queue = new PQueue({ concurrency: CONCURRENT_FETCHES })
  return (key: string, work: () => Promise<T>): Promise<T> =>
    share(key, async () => {
      if (queue.pending + queue.size >= maxJobs)
        throw new HttpError('files-unavailable', {
          message: 'Too many files are being fetched. Try again in a few seconds.',
          retryAfter: RETRY_AFTER_SECONDS,
        })
      return queue.add(work)
    })
}

/**
 * Limits how long a request waits for the file store. After a request has timed out, subsequent requests are
 * rejected immediately for two seconds, so an unavailable bucket does not delay everyone who visits a page
 * with images.
 */
const createStoreGuard = (name: 'bucket' | 'folder') => {
  let silentUntil = -Infinity
  return async <T>(maxMs: number, work: () => Promise<T>): Promise<T> => {
    if (performance.now() < silentUntil) throw unavailable(new Error('The file store did not respond'))
    const giveUp = () => {
      silentUntil = performance.now() + SILENCE_MS
      throw new Error(`The file store did not respond within ${maxMs} ms`)
    }
    try {
      return await pTimeout(traceCall(name, work), { milliseconds: maxMs, fallback: giveUp })
    } catch (error) {
      throw unavailable(error)
    }
  }
}

const unavailable = (cause: unknown) =>
  new HttpError('files-unavailable', { retryAfter: RETRY_AFTER_SECONDS, cause })

/**
 * Permanent storage of example files and avatars: a local directory, or an S3 bucket shared by all servers.
 */
export type FileStore = {
  /** Writes atomically. Names are content hashes, so an existing file is left unchanged. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /**
   * Like `write`, but stores a file from a directory created by `withTemporaryDirectory`. Moves the file if possible.
   */
  moveIn(name: string, file: string): Promise<void>
  /**
   * Returns the file's local path, after fetching it from the bucket if necessary, or `null` if it does not
   * exist. Throws a 503 if the bucket is unavailable.
   */
  find(name: string): Promise<string | null>
  /**
   * Returns the file's bytes, or `null` if it does not exist, without storing a local copy. Throws a 503 if the bucket is
   * unavailable.
   */
  read(name: string): Promise<Buffer | null>
  remove(name: string): Promise<void>
  /** Stores the parts of files that are still being uploaded. */
  pieces: UploadPieceStore
  /** Lists the names of all stored files in batches. */
  list(): AsyncGenerator<string[]>
  /**
   * Removes what this machine does not need: local copies of the bucket's files that have not been used for a week or
   * exceed the size limit, and files whose writing a crash interrupted.
   */
  evictStale(): Promise<void>
  /** The data directory, which also holds the generated files. */
  dataDir: string
}

type Options = Pick<Config, 'dataDir' | 's3'> & Partial<Pick<Config, 'fetchedFilesMb' | 'workers'>>

export const createFileStore = ({
  dataDir,
  s3,
  fetchedFilesMb = DEFAULT_FETCHED_MB,
  workers = 1,
}: Options): FileStore => {
  const disk = s3 ? createBucketDisk(s3) : Promise.resolve(new Disk(new AtomicFileDriver(dataDir)))
  const copies = createDiskCache({
    dataDir,
    folder: 'fetched',
    maxBytes: fetchedFilesMb * 1_000_000,
    maxAgeMs: WEEK_MS,
    writers: workers,
  })
  const localPath = (name: string) => path.join(dataDir, 'media', getStoragePath(name))
  /** Limits how many files are held in memory while they are uploaded to the bucket. */
  const transfers = new PQueue({ concurrency: s3 ? CONCURRENT_TRANSFERS : Infinity })
  const enqueueFetch = createFetchQueue<string | null>(MAX_FETCHES)
  const guard = createStoreGuard(s3 ? 'bucket' : 'folder')

  const download = async (name: string): Promise<Uint8Array | null> => {
    const store = await disk
    if (!(await guard(RESPONSE_TIMEOUT_MS, () => store.exists(getStoragePath(name))))) return null
    return guard(TRANSFER_TIMEOUT_MS, () => store.getBytes(getStoragePath(name)))
  }
  const fetchFile = async (name: string): Promise<string | null> => {
    const bytes = await download(name)
    return bytes && copies.write(name, bytes)
  }

  return {
    dataDir,
    write: async (name, bytes) => {
      const store = await disk
      await guard(TRANSFER_TIMEOUT_MS, () => store.put(getStoragePath(name), bytes))
    },
    moveIn: async (name, file) => {
      const store = await disk
      const move = s3
        ? async () => store.put(getStoragePath(name), await readFile(file))
        : () => moveToFolder(dataDir, 'media', name, file)
      await transfers.add(() => guard(TRANSFER_TIMEOUT_MS, move))
    },
    find: async (name) => {
      if (s3) return (await copies.find(name)) ?? enqueueFetch(name, () => fetchFile(name))
      return (await fileExists(localPath(name))) ? localPath(name) : null
    },
    read: async (name) => {
      const file = s3 ? path.join(copies.root, getStoragePath(name)) : localPath(name)
      const bytes = (await readFile(file).catch(() => null)) ?? (s3 && (await download(name)))
      return bytes && Buffer.from(bytes)
    },
    remove: async (name) => {
      await orUnavailable((await disk).delete(getStoragePath(name)))
      await copies.remove(name)
    },
    pieces: s3 ? createBucketPieceStore(disk, guard) : createFolderPieceStore(dataDir),
    list: () => (s3 ? listNames(disk) : listFolder(path.join(dataDir, 'media'))),
    evictStale: () => (s3 ? copies.sweep() : removePartialFiles(path.join(dataDir, 'media'))),
  }
}

const MAX_FETCHES = 100
const CONCURRENT_FETCHES = 4
const CONCURRENT_TRANSFERS = 2
/** How long the store may take to report whether a file exists. */
const RESPONSE_TIMEOUT_MS = 4_000
/** How long transferring a file (at most 5 MB) may take. */
const TRANSFER_TIMEOUT_MS = 20_000
/** After the store has failed to respond, requests are rejected for this long without contacting it. */
const SILENCE_MS = 2_000
const RETRY_AFTER_SECONDS = 5
const DAY_MS = 24 * 3_600_000
const WEEK_MS = 7 * DAY_MS
/** The size limit of the local copies for callers without settings. */
const DEFAULT_FETCHED_MB = 1_000

/** Loads the S3 client only if a bucket is configured, because it is large. */
export const createBucketDisk = async (s3: NonNullable<Config['s3']>): Promise<Disk> => {
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = s3
  return new Disk(
    new S3Driver({
      bucket,
      region,
      visibility: 'private',
      supportsACL: false,
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 5_000, socketTimeout: 10_000 },
      // Some S3-compatible stores do not support the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // Without path-style URLs, the bucket is part of the host name, which generally works on Amazon S3
      // only.
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    }),
  )
}

const orUnavailable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw unavailable(error)
  }
}

async function* listNames(disk: Promise<Disk>): AsyncGenerator<string[]> {
  let paginationToken: string | undefined
  do {
    const page = await orUnavailable(
      (await disk).listAll('', { recursive: true, ...(paginationToken ? { paginationToken } : {}) }),
    )
    yield [...page.objects].flatMap((object) => (object.isFile ? [object.name] : []))
    paginationToken = page.paginationToken
  } while (paginationToken)
}

/** Lists the names of the files one directory at a time, because there may be hundreds of thousands. */
async function* listFolder(root: string): AsyncGenerator<string[]> {
  for (const directory of await readdir(root).catch(() => []))
    yield await readdir(path.join(root, directory)).catch(() => [])
}

/** Removes the temporary files of writes that a crash interrupted at least a day ago. */
const removePartialFiles = async (root: string): Promise<void> => {
  for await (const names of listFolder(root))
    for (const name of names.filter((candidate) => candidate.endsWith(PARTIAL_SUFFIX))) {
      const file = path.join(root, getStoragePath(name))
      const stats = await stat(file).catch(() => null)
      if (stats && Date.now() - stats.mtimeMs > DAY_MS) await rm(file, { force: true })
    }
}
