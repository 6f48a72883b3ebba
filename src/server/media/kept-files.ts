import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Disk } from 'flydrive'
import { unavailable } from '#core/failure.ts'
import type { Config } from '#server/config.ts'
import { DurableDriver } from './durable-driver.ts'
import { inTurn } from './in-turn.ts'
import { hasFile, placeOf, writeWhole } from './place.ts'

/** Where example files and avatars are kept for ever: a folder of this machine, or an S3 bucket that all servers share. */
export type KeptFiles = {
  /** Whole or not at all. A name says its content: one that is there stays as it is. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** The file's path on this machine, fetched from the bucket first where need be; `null`: there is none. Throws 503. */
  find(name: string): Promise<string | null>
  remove(name: string): Promise<void>
  /** All names, some at a time. */
  list(): AsyncGenerator<string[]>
  /** Removes copies from the bucket that were fetched more than a week ago. */
  forgetOld(): Promise<void>
  /** What can be made again lies under here. */
  dataDir: string
}

type Place = Pick<Config, 'dataDir' | 's3'>

export const openKeptFiles = ({ dataDir, s3 }: Place): KeptFiles => {
  const disk = s3 ? bucketDisk(s3) : Promise.resolve(new Disk(new DurableDriver(dataDir)))
  const fetched = (name: string) => path.join(dataDir, 'fetched', placeOf(name))
  const inLine = inTurn<string | null>(WAITING_MOST)

  const fetchFile = async (name: string): Promise<string | null> => {
    const store = await disk
    if (!(await reach(store.exists(placeOf(name))))) return null
    await writeWhole(dataDir, 'fetched', name, await reach(store.getBytes(placeOf(name))))
    return fetched(name)
  }

  return {
    dataDir,
    write: async (name, bytes) => reach((await disk).put(placeOf(name), bytes)),
    find: async (name) => {
      const here = s3 ? fetched(name) : path.join(dataDir, 'media', placeOf(name))
      if (await hasFile(here)) return here
      return s3 ? inLine(name, () => fetchFile(name)) : null
    },
    remove: async (name) => {
      await reach((await disk).delete(placeOf(name)))
      await rm(fetched(name), { force: true })
    },
    list: () => listNames(disk),
    forgetOld: () => (s3 ? forgetOld(path.join(dataDir, 'fetched')) : Promise.resolve()),
  }
}

const WAITING_MOST = 100
const WEEK_MS = 7 * 24 * 3_600_000

/** The bucket's client is loaded only where there is a bucket: it is large. */
const bucketDisk = async (s3: NonNullable<Config['s3']>): Promise<Disk> => {
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
      // Stores that only resemble S3 do not know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // Otherwise the buckets are host names, which only Amazon's own address has.
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    }),
  )
}

const reach = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw Object.assign(unavailable('The file store cannot be reached, please try again'), { cause: error })
  }
}

async function* listNames(disk: Promise<Disk>): AsyncGenerator<string[]> {
  let paginationToken: string | undefined
  do {
    const page = await reach(
      (await disk).listAll('', { recursive: true, ...(paginationToken ? { paginationToken } : {}) }),
    )
    yield [...page.objects].flatMap((found) => (found.isFile ? [found.name] : []))
    paginationToken = page.paginationToken
  } while (paginationToken)
}

const forgetOld = async (root: string): Promise<void> => {
  for (const name of await readdir(root, { recursive: true }).catch(() => [])) {
    const file = path.join(root, name)
    const found = await stat(file).catch(() => null)
    if (found?.isFile() && Date.now() - found.mtimeMs > WEEK_MS) await rm(file, { force: true })
  }
}
