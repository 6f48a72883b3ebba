import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What a running server leaves for commands that want its database, and for the start after a crash. */
type State = { sockets: string; server: number }

const stateFile = (dataDir: string) => path.join(dataDir, 'postgres.json')

export const writeState = (dataDir: string, state: State) => {
  const unfinished = `${stateFile(dataDir)}.new`
  writeFileSync(unfinished, JSON.stringify(state), { mode: 0o600 })
  renameSync(unfinished, stateFile(dataDir))
}

export const readState = (dataDir: string): State | null => {
  try {
    const { sockets, server } = JSON.parse(readFileSync(stateFile(dataDir), 'utf8')) as Partial<State>
    return typeof sockets === 'string' && typeof server === 'number' ? { sockets, server } : null
  } catch {
    return null
  }
}

export const removeState = (dataDir: string) => rmSync(stateFile(dataDir), { force: true })
