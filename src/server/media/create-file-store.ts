import type { Config } from '../config.ts'
import { createBucketStore } from './bucket-store.ts'
import type { FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'

type Options = Pick<Config, 'dataDir' | 's3'> & Partial<Pick<Config, 'fetchedFilesMb' | 'workers'>>

/** The size limit of the local copies for callers without settings. */
const DEFAULT_FETCHED_MB = 1_000

export const createFileStore = ({
  dataDir,
  s3,
  fetchedFilesMb = DEFAULT_FETCHED_MB,
  workers = 1,
}: Options): FileStore =>
  s3 ? createBucketStore({ dataDir, s3, fetchedFilesMb, workers }) : createFolderStore(dataDir)
