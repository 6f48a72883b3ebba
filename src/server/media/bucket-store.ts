import { readFile } from 'node:fs/promises'
import type { Disk } from 'flydrive'
import PQueue from 'p-queue'
import { HttpError } from '#core/http-error.ts'
import { createSingleFlight } from '#core/single-flight.ts'
import type { Config } from '../config.ts'
import { createDiskCache } from './disk-cache.ts'
import type { FileStore } from './file-store.ts'
import { getStoragePath } from './storage-path.ts'
import {
  createStoreGuard,
  RESPONSE_TIMEOUT_MS,
  RETRY_AFTER_SECONDS,
  TRANSFER_TIMEOUT_MS,
  unavailable,
} from './store-guard.ts'
import { createBucketPieceStore } from './upload-piece-store.ts'

type S3 = NonNullable<Config['s3']>
type Options = Pick<Config, 'dataDir' | 'fetchedFilesMb' | 'workers'> & { s3: S3 }

/** Stores files in an S3 bucket. A file that is needed is fetched once, and then served from a local copy. */
export const createBucketStore = ({ dataDir, s3, fetchedFilesMb, workers }: Options): FileStore => {
  const disk = createBucketDisk(s3)
  const copies = createDiskCache({
    dataDir,
    folder: 'fetched',
    maxBytes: fetchedFilesMb * 1_000_000,
    maxAgeMs: WEEK_MS,
    writers: workers,
  })
  /** Limits how many files are held in memory while they are uploaded. */
  const transfers = new PQueue({ concurrency: CONCURRENT_TRANSFERS })
  const enqueueFetch = createFetchQueue<string | null>(MAX_FETCHES)
  const guard = createStoreGuard('bucket')

  const upload = async (name: string, bytes: Uint8Array) => {
    const store = await disk
    await guard(TRANSFER_TIMEOUT_MS, () => store.put(getStoragePath(name), bytes))
  }
  const download = async (name: string): Promise<Buffer | null> => {
    const store = await disk
    if (!(await guard(RESPONSE_TIMEOUT_MS, () => store.exists(getStoragePath(name))))) return null
    return Buffer.from(await guard(TRANSFER_TIMEOUT_MS, () => store.getBytes(getStoragePath(name))))
  }
  const fetchFile = async (name: string): Promise<string | null> => {
    const bytes = await download(name)
    return bytes && copies.write(name, bytes)
  }

  return {
    dataDir,
    write: upload,
    moveIn: (name, file) => transfers.add(async () => upload(name, await readFile(file))),
    find: async (name) => (await copies.find(name)) ?? enqueueFetch(name, () => fetchFile(name)),
    read: async (name) => (await copies.read(name)) ?? download(name),
    remove: async (name) => {
      await orUnavailable((await disk).delete(getStoragePath(name)))
      await copies.remove(name)
    },
    pieces: createBucketPieceStore(disk, guard),
    list: () => listNames(disk),
    evictStale: () => copies.sweep(),
  }
}

const MAX_FETCHES = 100
const CONCURRENT_FETCHES = 4
const CONCURRENT_TRANSFERS = 2
const WEEK_MS = 7 * 24 * 3_600_000

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

/** Loads flydrive and the S3 client only if a bucket is configured, because they are large. */
export const createBucketDisk = async (s3: S3): Promise<Disk> => {
  const [{ Disk }, { S3Driver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/s3')])
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

const orUnavailable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw unavailable(error)
  })

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
