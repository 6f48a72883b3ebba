import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../config.ts'
import { createBucketDisk } from '../../media/bucket-store.ts'

export type BackupTarget = {
  /** Lists the names of all files in the folder or bucket. */
  list(): Promise<string[]>
  /** Calls `write` with a local path and stores the resulting file under `name`. Stores nothing if `write` fails. */
  store(name: string, write: (file: string) => Promise<unknown>): Promise<void>
  remove(name: string): Promise<void>
}

type Options = Pick<NonNullable<Config['backup']>, 'folder' | 'bucket'>

/**
 * Opens the folder or bucket where scheduled backups are stored. Archives are always written to `folder`
 * first and, if there is a bucket, then uploaded. The caller holds the lock of scheduled backups, so whatever is unfinished
 * in the folder was left by a process that was killed.
 */
export const openBackupTarget = async ({ folder, bucket }: Options): Promise<BackupTarget> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeLeftovers(folder)
  if (!bucket)
    return {
      list: () => readdir(folder),
      store: async (name, write) => void (await write(path.join(folder, name))),
      remove: (name) => rm(path.join(folder, name), { force: true }),
    }
  const disk = await createBucketDisk(bucket)
  return {
    list: async () => {
      const names: string[] = []
      let paginationToken: string | undefined
      do {
        const page = await disk.listAll('', { ...(paginationToken && { paginationToken }) })
        names.push(...Array.from(page.objects, ({ name }) => name))
        paginationToken = page.paginationToken
      } while (paginationToken)
      return names
    },
    store: async (name, write) => {
      const file = path.join(folder, `${name}.upload`)
      try {
        await write(file)
        await disk.copyFromFs(file, name)
      } finally {
        await rm(file, { force: true })
      }
    },
    remove: (name) => disk.delete(name),
  }
}

/** The name of an archive that is being written or uploaded: the name of a scheduled backup and something more. */
const UNFINISHED = /^site-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz\..+$/

/** Removes the archives of backups that a crash interrupted, each of which is as large as the site. */
const removeLeftovers = async (folder: string): Promise<void> => {
  for (const name of (await readdir(folder)).filter((candidate) => UNFINISHED.test(candidate)))
    await rm(path.join(folder, name), { force: true })
}
