import type { UploadPieceStore } from './upload-piece-store.ts'

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
