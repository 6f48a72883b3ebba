import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { HttpError } from '#core/http-error.ts'
import type { Config } from '../config.ts'
import { fileExists, storagePath, writeAtomically } from './storage-path.ts'

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
 * Runs heavy jobs one at a time. Concurrent requests for the same key share one job. Throws a 503 if
 * `maxJobs` are already queued or running.
 */
const createSerialQueue = <T>(maxJobs: number) => {
  const running = new Map<string, Promise<T>>()
  let last: Promise<unknown> = Promise.resolve()
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const existing = running.get(key)
    if (existing) return existing
    if (running.size >= maxJobs)
      throw new HttpError('files-unavailable', {
        message: 'Too many files are being fetched. Try again in a few seconds.',
        retryAfter: 5,
      })
    const job = last.then(work, work).finally(() => running.delete(key))
    last = job.catch(() => {})
    running.set(key, job)
    return job
  }
}

/**
 * Permanent storage of example files and avatars: a local directory, or an S3 bucket shared by all servers.
 */
export type FileStore = {
  /** Writes atomically. Names are content hashes, so an existing file is left unchanged. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /**
   * Returns the file's local path, after fetching it from the bucket if necessary, or `null` if it does not
   * exist. Throws a 503 if the bucket is unavailable.
   */
  find(name: string): Promise<string | null>
  remove(name: string): Promise<void>
  /** Lists all names in batches. */
  list(): AsyncGenerator<string[]>
  /** Removes local copies that were fetched from the bucket more than a week ago. */
  evictStale(): Promise<void>
  /** The directory that also contains the generated files. */
  dataDir: string
}

type Options = Pick<Config, 'dataDir' | 's3'>

export const openFileStore = ({ dataDir, s3 }: Options): FileStore => {
  const disk = s3 ? bucketDisk(s3) : Promise.resolve(new Disk(new AtomicFileDriver(dataDir)))
  const cachedPath = (name: string) => path.join(dataDir, 'fetched', storagePath(name))
  const fetchInTurn = createSerialQueue<string | null>(MAX_FETCHES)

  const fetchFile = async (name: string): Promise<string | null> => {
    const store = await disk
    if (!(await orUnavailable(store.exists(storagePath(name))))) return null
    await writeAtomically(dataDir, 'fetched', name, await orUnavailable(store.getBytes(storagePath(name))))
    return cachedPath(name)
  }

  return {
    dataDir,
    write: async (name, bytes) => orUnavailable((await disk).put(storagePath(name), bytes)),
    find: async (name) => {
      const localPath = s3 ? cachedPath(name) : path.join(dataDir, 'media', storagePath(name))
      if (await fileExists(localPath)) return localPath
      return s3 ? fetchInTurn(name, () => fetchFile(name)) : null
    },
    remove: async (name) => {
      await orUnavailable((await disk).delete(storagePath(name)))
      await rm(cachedPath(name), { force: true })
    },
    list: () => listNames(disk),
    evictStale: () => (s3 ? forgetOld(path.join(dataDir, 'fetched')) : Promise.resolve()),
  }
}

const MAX_FETCHES = 100
const WEEK_MS = 7 * 24 * 3_600_000

/** Loads the S3 client only if a bucket is configured, because it is large. */
export const bucketDisk = async (s3: NonNullable<Config['s3']>): Promise<Disk> => {
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = s3
  return new Disk(
    new S3Driver({
      bucket,
      region,
      visibility: 'private',
      supportsACL: false,
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
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
    throw new HttpError('files-unavailable', { retryAfter: 5, cause: error })
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

const forgetOld = async (root: string): Promise<void> => {
  for (const name of await readdir(root, { recursive: true }).catch(() => [])) {
    const file = path.join(root, name)
    const stats = await stat(file).catch(() => null)
    if (stats?.isFile() && Date.now() - stats.mtimeMs > WEEK_MS) await rm(file, { force: true })
  }
}
