import { spawnSync } from 'node:child_process'
import { EmbeddedDatabaseError } from './error.ts'

/**
 * The operating system account that PostgreSQL runs as. If it is empty, PostgreSQL runs as the account of this process.
 */
export type SystemAccount = { uid?: number; gid?: number }

/**
 * Returns the account to run PostgreSQL as. PostgreSQL cannot run as root, so root runs it as the account `postgres`,
 * which is created if it does not exist.
 */
export const getServerAccount = (): SystemAccount => {
  if (process.getuid?.() !== 0) return {}
  return lookUpAccount() ?? createAccount() ?? fail()
}

/**
 * Returns whether the account has the permission checked by an operator of the shell's `test` command, such
 * as `-x` for entering a directory.
 */
export const hasPermission = (account: SystemAccount, check: '-x' | '-r', file: string): boolean =>
  account.uid === undefined ||
  spawnSync('/bin/sh', ['-c', `test ${check} "$1"`, 'sh', file], { ...account, cwd: '/' }).status === 0

const ACCOUNT_NAME = 'postgres'

const lookUpAccount = (): SystemAccount | null => {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, ACCOUNT_NAME], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : Number.NaN
  })
  return uid && gid ? { uid, gid } : null
}

/** Creates the account. The second line is for BusyBox, which Alpine Linux uses. */
const CREATE_ACCOUNT_SCRIPT = `
  groupadd --system ${ACCOUNT_NAME}; useradd --system --no-create-home -g ${ACCOUNT_NAME} -s /bin/false ${ACCOUNT_NAME} ||
  { addgroup -S ${ACCOUNT_NAME}; adduser -S -D -H -G ${ACCOUNT_NAME} ${ACCOUNT_NAME}; }`

const createAccount = (): SystemAccount | null => {
  spawnSync('/bin/sh', ['-c', CREATE_ACCOUNT_SCRIPT])
  return lookUpAccount()
}

const fail = (): never => {
  throw new EmbeddedDatabaseError(
    'PostgreSQL cannot run as root, and creating an account for it failed. Create an account named postgres, ' +
      'start the server as an unprivileged user, or set DATABASE_URL.',
  )
}
