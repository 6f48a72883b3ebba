import { readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { hasFile, placeOf, writeWhole } from './place.ts'

/** Thumbnails and pictures for link previews: what can be made again at any time, bounded by bytes and by age. */
export type MadeFiles = {
  /** Absolute. */
  root: string
  /** The file's path where it is there, which counts as used. */
  find(name: string): Promise<string | null>
  /** Answers the file's path. */
  write(name: string, bytes: Uint8Array): Promise<string>
  remove(name: string): Promise<void>
  /** Removes what nobody has used for a month, and the longest unused ones above the bound. */
  sweep(): Promise<void>
}

const MONTH_MS = 30 * 24 * 3_600_000
const DAY_MS = 24 * 3_600_000
/** A sweep makes so much room that the next one is not due at once. */
const KEPT_SHARE = 0.8

type Found = { file: string; bytes: number; usedAt: number }

export const openMadeFiles = (dataDir: string, maxBytes: number): MadeFiles => {
  const root = path.join(dataDir, 'made')
  const pathOf = (name: string) => path.join(root, placeOf(name))
  let writtenBytes = 0
  let sweeping: Promise<void> | null = null

  const sweep = async () => {
    writtenBytes = 0
    await removeUnused(root, maxBytes)
  }
  /** One at a time: who asks meanwhile waits for the same. */
  const sweepOnce = () => {
    sweeping ??= sweep().finally(() => {
      sweeping = null
    })
    return sweeping
  }

  return {
    root,
    find: async (name) => {
      const file = pathOf(name)
      if (!(await hasFile(file))) return null
      await markUsed(file)
      return file
    },
    write: async (name, bytes) => {
      await writeWhole(dataDir, 'made', name, bytes)
      writtenBytes += bytes.length
      // Between two hourly sweeps, too, it does not grow by more than the room that the last one made.
      if (writtenBytes > maxBytes * (1 - KEPT_SHARE)) await sweepOnce()
      return pathOf(name)
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    sweep: sweepOnce,
  }
}

/** Its modification time says when it was last used, to a day. */
const markUsed = async (file: string): Promise<void> => {
  const found = await stat(file).catch(() => null)
  if (found && Date.now() - found.mtimeMs > DAY_MS) await utimes(file, new Date(), new Date()).catch(() => {})
}

const removeUnused = async (root: string, maxBytes: number): Promise<void> => {
  const found: Found[] = []
  for (const name of await readdir(root, { recursive: true }).catch(() => [])) {
    const file = path.join(root, name)
    const seen = await stat(file).catch(() => null)
    if (seen?.isFile()) found.push({ file, bytes: seen.size, usedAt: seen.mtimeMs })
  }
  found.sort((one, other) => other.usedAt - one.usedAt)
  const total = found.reduce((sum, { bytes }) => sum + bytes, 0)
  const room = total > maxBytes ? maxBytes * KEPT_SHARE : maxBytes
  let kept = 0
  for (const { file, bytes, usedAt } of found) {
    kept += bytes
    if (kept > room || Date.now() - usedAt > MONTH_MS) await rm(file, { force: true })
  }
}
