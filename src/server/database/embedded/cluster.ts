import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Account, findAccount, mayDo } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'
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

export const passwordFile = (dataDir: string) => path.join(dataDir, 'postgres-password')
const clusterFolder = (dataDir: string) => path.join(dataDir, 'postgres')

/** Makes the folder at the first start. Without `durable` nothing waits for the disk: for tests. */
export const prepareCluster = async (dataDir: string, durable: boolean): Promise<Cluster> => {
  const folder = clusterFolder(dataDir)
  const account = accountOf(folder) ?? findAccount()
  const binaries = findBinaries(account)
  if (!existsSync(passwordFile(dataDir)))
    writeFileSync(passwordFile(dataDir), randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (!existsSync(folder)) await create({ dataDir, account, binaries, durable })
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

/**
 * Where the account may not pass through the folders above (root's home, for example), it gets the folder
 * itself as an open descriptor: a path through that needs no right on what lies above.
 */
const reach = (folder: string, account: Account): { reach: string; descriptor: number } => {
  const descriptor = openSync(folder, 'r')
  if (mayDo(account, '-x', folder)) return { reach: folder, descriptor }
  if (process.platform === 'linux') return { reach: '/proc/self/fd/3', descriptor }
  throw new EmbeddedFailure(`PostgreSQL's account cannot reach ${folder}: choose another DATA_DIR`)
}

type Plan = { dataDir: string; account: Account; binaries: Binaries; durable: boolean }

/** Under another name first: a start that was cut short leaves nothing that looks like a database. */
const create = async ({ dataDir, account, binaries, durable }: Plan) => {
  const unfinished = `${clusterFolder(dataDir)}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  own(unfinished, account)
  const { reach: target, descriptor } = reach(unfinished, account)
  const secret = lendPassword(dataDir, account)
  try {
    const initdb = (locale: string) =>
      run(
        binaries.initdb,
        [
          ...['-D', target, '-U', 'postgres', '-E', 'UTF8', '-A', 'scram-sha-256', '--pwfile', secret],
          ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', `--locale=${locale}`],
          ...(durable ? [] : ['--no-sync']),
        ],
        account,
        descriptor,
      )
    // Not every C library knows this locale; without it only character classes outside ASCII are coarser.
    await initdb('C.UTF-8').catch(() => initdb('C'))
    renameSync(unfinished, clusterFolder(dataDir))
  } finally {
    closeSync(descriptor)
    rmSync(path.dirname(secret), { recursive: true })
  }
}

const lendPassword = (dataDir: string, account: Account): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'prompts-'))
  const file = path.join(folder, 'password')
  writeFileSync(file, readFileSync(passwordFile(dataDir)), { mode: 0o600 })
  for (const name of [folder, file]) own(name, account)
  return file
}

/** Gives a file or folder to the account, and to nobody else. */
export const own = (file: string, { uid, gid }: Account) => {
  if (uid === undefined || gid === undefined) return
  chownSync(file, uid, gid)
  chmodSync(file, 0o700)
}

/** The folder itself last: cut short, it is still to be done at the next start. */
const ownAll = (folder: string, account: Account) => {
  const { uid, gid } = account
  if (uid === undefined || gid === undefined) return
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of inside) lchownSync(path.join(folder, name), uid, gid)
  own(folder, account)
}

const run = (program: string, args: string[], account: Account, descriptor: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe', descriptor],
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    })
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2000)
    })
    child.once('error', reject)
    child.once('close', (code) => {
      const reason =
        said.split('\n').find((line) => /error|fatal/i.test(line)) ?? said.trim().split('\n').at(-1)
      if (code === 0) resolve()
      else reject(new EmbeddedFailure(`The database could not be created: ${reason}`))
    })
  })
