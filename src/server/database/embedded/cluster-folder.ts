import { chmodSync, chownSync, lchownSync, openSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { type Account, mayDo } from './account.ts'
import { EmbeddedFailure } from './failure.ts'

export const passwordFile = (dataDir: string) => path.join(dataDir, 'postgres-password')
export const clusterFolder = (dataDir: string) => path.join(dataDir, 'postgres')

/**
 * Where the account may not pass through the folders above (root's home, for example), it gets the folder
 * itself as an open descriptor: a path through that needs no right on what lies above.
 */
export const reach = (folder: string, account: Account): { reach: string; descriptor: number } => {
  const descriptor = openSync(folder, 'r')
  if (mayDo(account, '-x', folder)) return { reach: folder, descriptor }
  if (process.platform === 'linux') return { reach: '/proc/self/fd/3', descriptor }
  throw new EmbeddedFailure(`PostgreSQL's account cannot reach ${folder}: choose another DATA_DIR`)
}

/** Gives a file or folder to the account, and to nobody else. */
export const own = (file: string, { uid, gid }: Account) => {
  if (uid === undefined || gid === undefined) return
  chownSync(file, uid, gid)
  chmodSync(file, 0o700)
}

/** The folder itself last: cut short, it is still to be done at the next start. */
export const ownAll = (folder: string, account: Account) => {
  const { uid, gid } = account
  if (uid === undefined || gid === undefined) return
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of inside) lchownSync(path.join(folder, name), uid, gid)
  own(folder, account)
}
