import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The state of a running server. It is read by command-line scripts that use the server's database, and by
 * the first start after a crash.
 */
type State = { sockets: string; server: number }

const stateFile = (dataDir: string) => path.join(dataDir, 'postgres.json')

export const writeStateFile = (dataDir: string, state: State) => {
  const temporary = `${stateFile(dataDir)}.new`
  writeFileSync(temporary, JSON.stringify(state), { mode: 0o600 })
  renameSync(temporary, stateFile(dataDir))
}

export const readStateFile = (dataDir: string): State | null => {
  try {
    const { sockets, server } = JSON.parse(readFileSync(stateFile(dataDir), 'utf8')) as Partial<State>
    return typeof sockets === 'string' && typeof server === 'number' ? { sockets, server } : null
  } catch {
    return null
  }
}

export const removeStateFile = (dataDir: string) => rmSync(stateFile(dataDir), { force: true })
