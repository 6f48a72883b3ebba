import { spawnSync } from 'node:child_process'
import { EmbeddedFailure } from './failure.ts'

/** Who PostgreSQL runs as. Empty: whoever runs this process. */
export type Account = { uid?: number; gid?: number }

/** PostgreSQL refuses to run as root; then it gets the account `postgres`, which is made where there is none. */
export const findAccount = (): Account => {
  if (process.getuid?.() !== 0) return {}
  return lookUp() ?? create() ?? fail()
}

/** Whether the account may do what `test` checks, such as `-x` for entering a folder. */
export const mayDo = (account: Account, check: '-x' | '-r', file: string): boolean =>
  account.uid === undefined ||
  spawnSync('/bin/sh', ['-c', `test ${check} "$1"`, 'sh', file], { ...account, cwd: '/' }).status === 0

const name = 'postgres'

const lookUp = (): Account | null => {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : Number.NaN
  })
  return uid && gid ? { uid, gid } : null
}

/** The second half is BusyBox's spelling, as in Alpine Linux. */
const recipe = `
  groupadd --system ${name}; useradd --system --no-create-home -g ${name} -s /bin/false ${name} ||
  { addgroup -S ${name}; adduser -S -D -H -G ${name} ${name}; }`

const create = (): Account | null => {
  spawnSync('/bin/sh', ['-c', recipe])
  return lookUp()
}

const fail = (): never => {
  throw new EmbeddedFailure(
    'PostgreSQL does not run as root and no account could be made for it: create an account named postgres, ' +
      'start as an ordinary user, or set DATABASE_URL',
  )
}
