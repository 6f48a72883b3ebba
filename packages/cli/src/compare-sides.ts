import type { Post } from '@prompt-collection/client'
import type { LocalFile } from './folder.ts'
import { digestOf, type Lock, type LockEntry, type SeenPost } from './lock-file.ts'
import { isSameField } from './prompt-file.ts'

/** What has happened to a file or a post since both were last alike. */
export type Change = 'same' | 'changed' | 'new' | 'deleted' | 'none'

/** A file, its post, or both, and what has changed on which side. */
export type Pair = {
  file: string | null
  id: number | null
  here: Change
  onSite: Change
  /** True if both sides have been changed in different ways, which somebody has to decide. */
  isConflict: boolean
  local: LocalFile | null
  entry: LockEntry | null
  /** The post as lists show it, so with the beginning of its prompt. */
  card: Post | null
}

export const toSeenPost = ({ version, revision, isPrivate, topic }: Post): SeenPost => ({
  version,
  revision,
  visibility: isPrivate ? 'private' : 'public',
  ...(topic && { topic: topic.name }),
})

export const isSeen = (seen: SeenPost, post: Post): boolean => {
  const now = toSeenPost(post)
  return (
    seen.revision === now.revision &&
    seen.visibility === now.visibility &&
    isSameField('topic', seen.topic, now.topic)
  )
}

/** File systems and Git store the same name in different forms of Unicode. */
const toKey = (file: string): string => file.normalize('NFC')

/**
 * Finds where files have been moved to: to a file that no entry names, with the same content or, if that has changed,
 * with the same title. Returns the new name by the old one.
 */
const findMoves = (
  lost: readonly LockEntry[],
  added: readonly LocalFile[],
  titles: Map<LockEntry, string>,
) => {
  const moves = new Map<LockEntry, LocalFile>()
  const free = new Set(added.filter(({ fields }) => fields))
  const match = (entry: LockEntry, isMatch: (local: LocalFile) => boolean) => {
    const found = [...free].filter(isMatch)
    const [only] = found
    if (!only || found.length > 1 || moves.has(entry)) return
    moves.set(entry, only)
    free.delete(only)
  }
  for (const entry of lost) match(entry, ({ fields }) => fields !== null && digestOf(fields) === entry.digest)
  for (const entry of lost) {
    const title = titles.get(entry)
    match(entry, ({ fields }) => title !== undefined && isSameField('title', fields?.title, title))
  }
  return moves
}

/** Compares the files of a folder with the member's posts by what the lock file remembers of both. */
export const compareSides = (
  lock: Lock,
  files: readonly LocalFile[],
  posts: ReadonlyMap<number, Post>,
): Pair[] => {
  const byName = new Map(files.map((local) => [toKey(local.file), local]))
  const entries = Object.entries(lock.prompts).map(([id, entry]) => ({ id: Number(id), entry }))
  const named = new Set(entries.map(({ entry }) => toKey(entry.file)))
  const lost = entries.filter(({ entry }) => !byName.has(toKey(entry.file)))
  const added = files.filter(({ file }) => !named.has(toKey(file)))
  const titles = new Map(
    lost.flatMap(({ id, entry }) => {
      const title = posts.get(id)?.title
      return title === undefined ? [] : [[entry, title] as const]
    }),
  )
  const moves = findMoves(
    lost.map(({ entry }) => entry),
    added,
    titles,
  )
  const pairs = entries.map(({ id, entry }): Pair => {
    const local = byName.get(toKey(entry.file)) ?? moves.get(entry) ?? null
    const card = posts.get(id) ?? null
    const here = local === null ? 'deleted' : isSameFile(local, entry) ? 'same' : 'changed'
    const onSite = card === null ? 'deleted' : isSeen(entry, card) ? 'same' : 'changed'
    const isBoth = here !== 'same' && onSite !== 'same' && !(here === 'deleted' && onSite === 'deleted')
    const isConflict = entry.conflict !== undefined || isBoth
    return { file: local?.file ?? entry.file, id, here, onSite, isConflict, local, entry, card }
  })
  const moved = new Set(moves.values())
  const none = { isConflict: false, entry: null }
  const all = [
    ...pairs,
    ...added
      .filter((local) => !moved.has(local))
      .map(
        (local): Pair => ({
          ...none,
          file: local.file,
          id: null,
          here: 'new',
          onSite: 'none',
          local,
          card: null,
        }),
      ),
    ...[...posts.values()]
      .filter(({ id }) => !lock.prompts[id])
      .map(
        (card): Pair => ({
          ...none,
          file: null,
          id: card.id,
          here: 'none',
          onSite: 'new',
          local: null,
          card,
        }),
      ),
  ]
  return all.sort((a, b) => (a.file ?? '').localeCompare(b.file ?? '') || (a.id ?? 0) - (b.id ?? 0))
}

/** A file that cannot be read has been changed by somebody. */
const isSameFile = ({ fields }: LocalFile, { digest }: LockEntry): boolean =>
  fields !== null && digestOf(fields) === digest
