import { createDiskCache, type DiskCache } from './disk-cache.ts'

/** The cache of thumbnails and link preview images. */
export type GeneratedFileCache = DiskCache

const MONTH_MS = 30 * 24 * 3_600_000

/** Opens the cache of thumbnails and link preview images under `DATA_DIR/made`. */
export const createGeneratedFileCache = (
  dataDir: string,
  maxBytes: number,
  writers = 1,
): GeneratedFileCache => createDiskCache({ dataDir, folder: 'made', maxBytes, maxAgeMs: MONTH_MS, writers })
