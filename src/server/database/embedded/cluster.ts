import { randomBytes } from 'node:crypto'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { type Account, findAccount } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { clusterFolder, ownAll, passwordFile, reach } from './cluster-folder.ts'
import { createCluster } from './create-cluster.ts'
import { EmbeddedFailure } from './failure.ts'

/** A database folder that is ready to be served. */
export type Cluster = {
  folder: string
  /** How the account reaches `folder`; `descriptor` must be its descriptor 3. */
  reach: string
  descriptor: number
  account: Account
  binaries: Binaries
}

/** Makes the folder at the first start. Without `durable` nothing waits for the disk: for tests. */
export const prepareCluster = async (dataDir: string, durable: boolean): Promise<Cluster> => {
  const folder = clusterFolder(dataDir)
  const account = accountOf(folder) ?? findAccount()
  const binaries = findBinaries(account)
  if (!existsSync(passwordFile(dataDir)))
    writeFileSync(passwordFile(dataDir), randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (!existsSync(folder)) await createCluster({ dataDir, account, binaries, durable })
  else if (isRoots(folder)) ownAll(folder, account)
  return { folder, account, binaries, ...reach(folder, account) }
}

/** As root: the account that the folder belongs to already, so that it stays with one. */
const accountOf = (folder: string): Account | null => {
  if (!existsSync(folder)) return null
  const { uid, gid } = statSync(folder)
  if (process.getuid?.() === 0) return isRoots(folder) ? null : { uid, gid }
  if (uid === process.getuid?.()) return {}
  throw new EmbeddedFailure(
    `${folder} belongs to another account: start as that one, or choose another DATA_DIR`,
  )
}

/** PostgreSQL never runs as root, so this is a copy that root has made, a backup that was put back for example. */
const isRoots = (folder: string) => process.getuid?.() === 0 && statSync(folder).uid === 0
