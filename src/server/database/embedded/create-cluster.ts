import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { clusterFolder, own, passwordFile, reach } from './cluster-folder.ts'
import { EmbeddedFailure } from './failure.ts'

type Plan = { dataDir: string; account: Account; binaries: Binaries; durable: boolean }

/** Under another name first: a start that was cut short leaves nothing that looks like a database. */
export const createCluster = async ({ dataDir, account, binaries, durable }: Plan) => {
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
