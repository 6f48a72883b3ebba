import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Disk } from 'flydrive'
import { ensureDirectory } from '../ensure-directory.ts'
import { TRANSFER_TIMEOUT_MS } from './store-guard.ts'
import { throwAsUnavailable } from './temporary-directory.ts'

/**
 * Stores the pieces of files that are still being uploaded, by upload id and start offset in bytes. The
 * pieces are stored next to the finished files, so every server can read them. All methods throw a 503 if the
 * storage is full or unavailable.
 */
export type UploadPieceStore = {
  /** Writes a piece and returns its length in bytes. Writes nothing if `chunks` throws. */
  write(id: string, start: number, chunks: AsyncIterable<Buffer>): Promise<number>
  /** Joins the pieces into a new file at `to`. Returns false if a piece is missing. */
  join(id: string, starts: readonly number[], to: string): Promise<boolean>
  remove(id: string): Promise<void>
  /** Lists the ids of uploads that have pieces. */
  listIds(): Promise<string[]>
}

const FOLDER = 'pieces'
const BUFFER_BYTES = 65_536

/**
 * Opens a piece store in a local folder. Only one chunk at a time is held in memory, regardless of the size of the
 * pieces.
 */
export const createFolderPieceStore = (dataDir: string): UploadPieceStore => {
  const folder = path.join(dataDir, FOLDER)
  const pathOf = (id: string, start: number) => path.join(folder, id, String(start))
  return {
    write: async (id, start, chunks) => {
      await ensureDirectory(path.join(folder, id)).catch(throwAsUnavailable)
      // The temporary name is unique because the request of a lost connection may still be open when the
      // piece is sent again.
      const temporary = `${pathOf(id, start)}.${randomUUID()}`
      const file = await open(temporary, 'wx', 0o600).catch(throwAsUnavailable)
      let length = 0
      try {
        for await (const chunk of chunks) {
          await file.writeFile(chunk).catch(throwAsUnavailable)
          length += chunk.length
        }
        await file.sync().catch(throwAsUnavailable)
        await rename(temporary, pathOf(id, start)).catch(throwAsUnavailable)
        return length
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      } finally {
        await file.close()
      }
    },
    join: async (id, starts, to) => {
      const buffer = Buffer.allocUnsafe(BUFFER_BYTES)
      await using joined = await open(to, 'wx', 0o600).catch(throwAsUnavailable)
      for (const start of starts) {
        const opened = await open(pathOf(id, start)).catch(() => null)
        if (!opened) return false
        await using piece = opened
        for (;;) {
          const { bytesRead } = await piece.read(buffer, 0, BUFFER_BYTES)
          if (bytesRead === 0) break
          await joined.writeFile(buffer.subarray(0, bytesRead)).catch(throwAsUnavailable)
        }
      }
      return true
    },
    remove: (id) => rm(path.join(folder, id), { recursive: true, force: true }),
    listIds: () => readdir(folder).catch(() => []),
  }
}

/** Opens a piece store in a bucket. `guard` limits how long a call may take, in milliseconds. */
export const createBucketPieceStore = (
  bucket: Promise<Disk>,
  guard: <T>(maxMs: number, work: () => Promise<T>) => Promise<T>,
): UploadPieceStore => {
  const keyOf = (id: string, start: number) => `${FOLDER}/${id}/${start}`
  const run = async <T>(work: (disk: Disk) => Promise<T>): Promise<T> => {
    const disk = await bucket
    return guard(TRANSFER_TIMEOUT_MS, () => work(disk))
  }
  return {
    write: async (id, start, chunks) => {
      const parts: Buffer[] = []
      for await (const chunk of chunks) parts.push(chunk)
      const bytes = Buffer.concat(parts)
      await run((disk) => disk.put(keyOf(id, start), bytes))
      return bytes.length
    },
    join: async (id, starts, to) => {
      await using joined = await open(to, 'wx', 0o600).catch(throwAsUnavailable)
      for (const start of starts) {
        if (!(await run((disk) => disk.exists(keyOf(id, start))))) return false
        const bytes = await run((disk) => disk.getBytes(keyOf(id, start)))
        await joined.writeFile(bytes).catch(throwAsUnavailable)
      }
      return true
    },
    remove: async (id) => {
      for (;;) {
        const { objects } = await run((disk) => disk.listAll(`${FOLDER}/${id}/`))
        const keys = [...objects].flatMap((object) => (object.isFile ? [object.key] : []))
        if (keys.length === 0) return
        for (const key of keys) await run((disk) => disk.delete(key))
      }
    },
    listIds: async () => {
      const { objects } = await run((disk) => disk.listAll(`${FOLDER}/`))
      return [...objects].flatMap((object) => (object.isDirectory ? [object.name] : []))
    },
  }
}
