import { chmodSync, chownSync, lchownSync, openSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { hasPermission, type SystemAccount } from './account.ts'
import { EmbeddedDatabaseError } from './error.ts'

export const getPasswordPath = (dataDir: string) => path.join(dataDir, 'postgres-password')
export const getClusterFolder = (dataDir: string) => path.join(dataDir, 'postgres')

/**
 * Returns a path through which the account can access `folder`. If the account may not traverse the parent
 * directories (root's home, for example), PostgreSQL inherits an open file descriptor for the folder: a path
 * through the descriptor requires no permissions on the parents.
 */
export const openAccessibleFolder = (
  folder: string,
  account: SystemAccount,
): { accessPath: string; descriptor: number } => {
  const descriptor = openSync(folder, 'r')
  if (hasPermission(account, '-x', folder)) return { accessPath: folder, descriptor }
  if (process.platform === 'linux') return { accessPath: '/proc/self/fd/3', descriptor }
  throw new EmbeddedDatabaseError(`PostgreSQL's account cannot access ${folder}. Choose another DATA_DIR.`)
}

/** Makes the account the owner of a file or directory and revokes all other permissions. */
export const chownPrivate = (file: string, { uid, gid }: SystemAccount) => {
  if (uid === undefined || gid === undefined) return
  chownSync(file, uid, gid)
  chmodSync(file, 0o700)
}

/**
 * Changes the owner of a folder and everything in it. The folder itself is changed last, so an interrupted
 * run is repeated at the next start.
 */
export const chownRecursive = (folder: string, account: SystemAccount) => {
  const { uid, gid } = account
  if (uid === undefined || gid === undefined) return
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of names) lchownSync(path.join(folder, name), uid, gid)
  chownPrivate(folder, account)
}
