import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { getServerAccount, type SystemAccount } from './account.ts'
import { findPostgresBinaries, type PostgresBinaries } from './binaries.ts'
import { chownRecursive, getClusterFolder, getPasswordPath, openAccessibleFolder } from './cluster-folder.ts'
import { createCluster } from './create-cluster.ts'
import { EmbeddedDatabaseError } from './error.ts'

/** A PostgreSQL data directory that is ready to start. */
export type Cluster = {
  folder: string
  /** The path through which the account accesses `folder`; requires `descriptor` to be passed as file descriptor 3. */
  accessPath: string
  descriptor: number
  account: SystemAccount
  binaries: PostgresBinaries
}

/** Creates the cluster on the first start. `durable: false` skips fsync, for tests. */
export const prepareCluster = async (dataDir: string, durable: boolean): Promise<Cluster> => {
  const folder = getClusterFolder(dataDir)
  const account = ownerOf(folder) ?? getServerAccount()
  const binaries = findPostgresBinaries(account)
  if (!existsSync(getPasswordPath(dataDir))) createPassword(getPasswordPath(dataDir))
  if (!existsSync(folder)) await createCluster({ dataDir, account, binaries, durable })
  else if (isOwnedByRoot(folder)) chownRecursive(folder, account)
  return { folder, account, binaries, ...openAccessibleFolder(folder, account) }
}

/** Renames the file when it is complete: on a full disk, an empty file would remain, with which no cluster can be created. */
const createPassword = (file: string): void => {
  writeFileSync(`${file}.new`, randomBytes(24).toString('base64url'), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/**
 * Returns the account that already owns the folder and will remain its owner; null if it does not exist or
 * root owns it. Throws an `EmbeddedDatabaseError` if the folder belongs to another account that this process
 * cannot use.
 */
const ownerOf = (folder: string): SystemAccount | null => {
  if (!existsSync(folder)) return null
  const { uid, gid } = statSync(folder)
  if (process.getuid?.() === 0) return isOwnedByRoot(folder) ? null : { uid, gid }
  if (uid === process.getuid?.()) return {}
  throw new EmbeddedDatabaseError(
    `${folder} belongs to another account. Start the server as that account, or choose another DATA_DIR.`,
  )
}

/**
 * Returns whether root owns the folder. PostgreSQL never runs as root, so a folder that root owns is a copy
 * that root made, such as a restored backup.
 */
const isOwnedByRoot = (folder: string) => process.getuid?.() === 0 && statSync(folder).uid === 0
