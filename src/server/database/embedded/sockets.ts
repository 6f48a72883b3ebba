import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Cluster } from './cluster.ts'
import { own } from './cluster-folder.ts'

/** A Unix socket's whole path may have 107 bytes on Linux and 103 elsewhere. */
const longest = 100

/** The socket's own port number is part of its file name, nothing more. */
const socketName = '.s.PGSQL.5432'

const prefix = 'prompts-'

/** In the database's own folder where its path allows, otherwise in a private one with a short name. */
export const makeSocketFolder = ({ folder, reach, account }: Cluster): string => {
  if (reach === folder && Buffer.byteLength(path.join(folder, socketName)) <= longest) return folder
  const base = Buffer.byteLength(tmpdir()) > 60 ? '/tmp' : tmpdir()
  const made = mkdtempSync(path.join(base, prefix))
  own(made, account)
  return made
}

/** Also after a run that could not do so itself. */
export const removeSocketFolder = (folder: string) => {
  if (path.basename(folder).startsWith(prefix)) rmSync(folder, { recursive: true, force: true })
}

export const socketUrl = (folder: string, role: string, password: string) =>
  `postgres://${role}:${encodeURIComponent(password)}@localhost/postgres?host=${encodeURIComponent(folder)}`
