import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SystemAccount } from './account.ts'
import type { PostgresBinaries } from './binaries.ts'
import { chownPrivate, getClusterFolder, getPasswordPath, openAccessibleFolder } from './cluster-folder.ts'
import { EmbeddedDatabaseError } from './error.ts'

type Options = { dataDir: string; account: SystemAccount; binaries: PostgresBinaries; durable: boolean }

/**
 * Creates the cluster. Uses a temporary name at first so that an interrupted start leaves no partial
 * database.
 */
export const createCluster = async ({ dataDir, account, binaries, durable }: Options) => {
  const temporary = `${getClusterFolder(dataDir)}.new`
  rmSync(temporary, { recursive: true, force: true })
  mkdirSync(temporary, { mode: 0o700 })
  chownPrivate(temporary, account)
  const { accessPath, descriptor } = openAccessibleFolder(temporary, account)
  const stagedPasswordFile = stagePasswordFile(dataDir, account)
  try {
    const initdb = (locale: string) =>
      run(
        binaries.initdb,
        [
          `--pgdata=${accessPath}`,
          '--username=postgres',
          '--encoding=UTF8',
          '--auth=scram-sha-256',
          `--pwfile=${stagedPasswordFile}`,
          '--locale-provider=builtin',
          '--builtin-locale=C.UTF-8',
          `--locale=${locale}`,
          ...(durable ? [] : ['--no-sync']),
        ],
        account,
        descriptor,
      )
    // Not every C library supports this locale. The only drawback of the fallback, `C`, is that it classifies
    // non-ASCII characters less precisely.
    await initdb('C.UTF-8').catch(() => initdb('C'))
    renameSync(temporary, getClusterFolder(dataDir))
  } finally {
    closeSync(descriptor)
    rmSync(path.dirname(stagedPasswordFile), { recursive: true })
  }
}

/** Copies the superuser's password to a temporary file that the account can read. */
const stagePasswordFile = (dataDir: string, account: SystemAccount): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'prompts-'))
  const file = path.join(folder, 'password')
  writeFileSync(file, readFileSync(getPasswordPath(dataDir)), { mode: 0o600 })
  for (const name of [folder, file]) chownPrivate(name, account)
  return file
}

const run = (program: string, args: string[], account: SystemAccount, descriptor: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe', descriptor],
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    })
    let output = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2000)
    })
    child.once('error', reject)
    child.once('close', (code) => {
      const reason =
        output.split('\n').find((line) => /error|fatal/i.test(line)) ?? output.trim().split('\n').at(-1)
      if (code === 0) resolve()
      else reject(new EmbeddedDatabaseError(`Creating the database failed: ${reason}`))
    })
  })
