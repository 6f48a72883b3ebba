import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Cluster } from './cluster.ts'
import { chownPrivate } from './cluster-folder.ts'

/** A limit below the maximum path length of Unix sockets, which is 107 bytes on Linux and 103 elsewhere. */
const MAX_PATH_BYTES = 100

/** The port number is used only as part of the socket's file name. */
const SOCKET_NAME = '.s.PGSQL.5432'

const FOLDER_PREFIX = 'prompts-'

/**
 * Creates the folder for the Unix socket: the database's folder if its path is short enough, otherwise a private
 * temporary directory.
 */
export const createSocketFolder = ({ folder, accessPath, account }: Cluster): string => {
  if (accessPath === folder && Buffer.byteLength(path.join(folder, SOCKET_NAME)) <= MAX_PATH_BYTES)
    return folder
  const base = Buffer.byteLength(tmpdir()) > 60 ? '/tmp' : tmpdir()
  const socketFolder = mkdtempSync(path.join(base, FOLDER_PREFIX))
  chownPrivate(socketFolder, account)
  return socketFolder
}

/** Removes a temporary socket folder. Also called at startup, to clean up after a crash. */
export const removeSocketFolder = (folder: string) => {
  if (path.basename(folder).startsWith(FOLDER_PREFIX)) rmSync(folder, { recursive: true, force: true })
}

export const buildSocketUrl = (folder: string, role: string, password: string) =>
  `postgres://${role}:${encodeURIComponent(password)}@localhost/postgres?host=${encodeURIComponent(folder)}`
