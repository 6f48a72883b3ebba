import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import path from 'node:path'
import type { Post } from '@prompt-collection/client'
import { CliError, exitCodes, usageError } from './cli-error.ts'
import { compareSides, type Pair, toSeenPost } from './compare-sides.ts'
import { withExclusiveFile } from './exclusive-file.ts'
import { deletePromptFile, scanFolder, toTheirsName, writePromptFile } from './folder.ts'
import {
  deleteBase,
  digestOf,
  type Lock,
  readBase,
  readLock,
  type SeenPost,
  writeBase,
  writeLock,
} from './lock-file.ts'
import { listOwnPosts, readWholePosts } from './own-posts.ts'
import { type PromptFields, parsePromptFile, renderPromptFile, toFields } from './prompt-file.ts'
import { getMember, openSession, requireSignedIn, type Session } from './session.ts'
import { getSettingsFolder } from './settings.ts'

/** A folder of prompt files, and the posts to which they belong. */
export type SyncedFolder = {
  root: string
  session: Session
  lock: Lock
  /** False before the first `pull` or `push`. */
  hasLock: boolean
  pairs: Pair[]
  /** Markdown files that are no prompts. */
  ignored: string[]
}

const BUSY_WAIT_MS = 10_000

type FolderOptions = { dir?: string | undefined; site?: string | undefined }

/** Runs a command that changes a folder, while no other command changes it. */
export const withFolder = async <T>(
  options: FolderOptions,
  task: (folder: SyncedFolder) => Promise<T>,
): Promise<T> => {
  const root = path.resolve(options.dir ?? '.')
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const busy = path.join(getSettingsFolder(), `folder-${name}.lock`)
  return withExclusiveFile(busy, BUSY_WAIT_MS, async () => task(await readFolder(options)))
}

/** Reads a folder and the member's posts, and compares them. */
export const readFolder = async ({ dir = '.', site }: FolderOptions): Promise<SyncedFolder> => {
  const root = path.resolve(dir)
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) throw usageError(`${root} is no folder.`)
  const stored = readLock(root)
  const session = await openSession({ site, lockedSite: stored?.site })
  requireSignedIn(session)
  const { username } = await getMember(session)
  if (stored && stored.account !== username)
    throw new CliError(
      `This folder has the prompts of ${stored.account}, and you are signed in as ${username}.`,
      exitCodes.notAllowed,
      'Sign in as the other member, or use another folder.',
    )
  const lock = stored ?? { site: session.site, account: username, prompts: {}, pending: {} }
  const posts = await listOwnPosts(session, username)
  await findMissed(session, lock, posts)
  const { files, ignored } = scanFolder(root)
  return { root, session, lock, hasLock: stored !== null, pairs: compareSides(lock, files, posts), ignored }
}

/** A post that becomes private while the lists are read can be in neither, which must not count as deleted. */
const findMissed = async (session: Session, lock: Lock, posts: Map<number, Post>): Promise<void> => {
  const missed = Object.keys(lock.prompts)
    .map(Number)
    .filter((id) => !posts.has(id))
  for (const [id, post] of await readWholePosts(session, missed))
    if (post.user.username === lock.account) posts.set(id, post)
}

type Folder = Pick<SyncedFolder, 'root' | 'lock'>

/** Files that have been moved or renamed keep their posts. */
export const rememberMoves = ({ root, lock, pairs }: SyncedFolder): void => {
  let isMoved = false
  for (const { id, file, entry } of pairs) {
    if (id === null || file === null || !entry || entry.file === file) continue
    entry.file = file
    isMoved = true
  }
  if (isMoved) writeLock(root, lock)
}

/** Remembers that a file, which has this text, and its post are alike. */
export const rememberPair = (
  { root, lock }: Folder,
  file: string,
  { id, text, seen }: { id: number; text: string; seen: SeenPost },
): void => {
  const parsed = parsePromptFile(text)
  if (!parsed) throw new CliError(`${file} has no title any more.`)
  writeBase(root, id, text)
  lock.prompts[id] = { file, ...seen, digest: digestOf(parsed.fields) }
  writeLock(root, lock)
}

/** Forgets a file and its post. */
export const forgetPair = ({ root, lock }: Folder, id: number): void => {
  const file = lock.prompts[id]?.file
  delete lock.prompts[id]
  writeLock(root, lock)
  deleteBase(root, id)
  if (file) deletePromptFile(root, toTheirsName(file))
}

/** Remembers what the site has as what both sides have had, so that the file is what has been changed since. */
export const rememberPost = (folder: Folder, file: string, post: Post, existing?: string): void => {
  const text = renderPromptFile(toFields(post), existing)
  rememberPair(folder, file, { id: post.id, text, seen: toSeenPost(post) })
  deletePromptFile(folder.root, toTheirsName(file))
}

/** Writes what the site has beside a file with which it cannot be merged, and remembers the conflict. */
export const recordConflict = ({ root, lock }: Folder, file: string, post: Post): void => {
  const entry = lock.prompts[post.id]
  if (!entry) return
  writePromptFile(root, toTheirsName(file), renderPromptFile(toFields(post)))
  lock.prompts[post.id] = { ...entry, file, conflict: toSeenPost(post) }
  writeLock(root, lock)
}

export const readBaseOf = ({ root, lock }: Folder, id: number): PromptFields | null => {
  const entry = lock.prompts[id]
  return entry ? readBase(root, id, entry.digest) : null
}
