import { mkdirSync } from 'node:fs'
import type { Post } from '@prompt-collection/client'
import { type Command, getText } from '../command.ts'
import { type Pair, toSeenPost } from '../compare-sides.ts'
import { chooseFileName, deletePromptFile, isUnchanged, writePromptFile } from '../folder.ts'
import { writeLock } from '../lock-file.ts'
import { mergeFields } from '../merge.ts'
import { readWholePosts } from '../own-posts.ts'
import { listChanges, renderPromptFile, toFields } from '../prompt-file.ts'
import { toId } from '../prompt-reference.ts'
import { reportResults, type SyncResult } from '../sync-results.ts'
import {
  forgetPair,
  readBaseOf,
  recordConflict,
  rememberMoves,
  rememberPair,
  rememberPost,
  type SyncedFolder,
  withFolder,
} from '../synced-folder.ts'

export const pull: Command = {
  name: 'pull',
  usage: '[ID…]',
  summary: 'Bring your prompts, and what has changed on the site, into a folder',
  details: `Files that you have changed are never overwritten. If the site has changed other fields, both are merged. If it has changed the same field, the site's side is written beside your file as NAME.theirs.md; edit your file, and run \`prompt-collection resolve FILE\`.

With ids, only these of your prompts are added to the folder.`,
  words: [0, 1_000],
  options: {
    dir: { type: 'string', description: 'the folder, the current one by default', value: 'DIR' },
    delete: { type: 'boolean', description: 'delete files whose prompts have been deleted on the site' },
  },
  run: async ({ values, positionals, terminal }) => {
    const dir = getText(values, 'dir') ?? '.'
    mkdirSync(dir, { recursive: true })
    const ids = positionals.map(toId)
    return withFolder({ dir, site: getText(values, 'site') }, async (folder) => {
      rememberMoves(folder)
      const unknown = ids.filter((id) => !folder.pairs.some((pair) => pair.id === id && pair.card))
      const results: SyncResult[] = unknown.map((id) => ({
        action: 'failed',
        file: null,
        id,
        message: 'You have no such prompt.',
      }))
      const pairs = folder.pairs.filter(
        ({ id, onSite }) => ids.length === 0 || onSite !== 'new' || (id !== null && ids.includes(id)),
      )
      const changed = pairs.filter(
        ({ onSite, isConflict }) => onSite === 'new' || onSite === 'changed' || isConflict,
      )
      const whole = await readWholePosts(
        folder.session,
        changed.flatMap(({ id, card }) => (id !== null && card ? [id] : [])),
      )
      for (const pair of pairs) {
        const post = pair.id === null ? undefined : whole.get(pair.id)
        results.push(...pullPair(folder, pair, post, values.delete === true))
      }
      if (!folder.hasLock) writeLock(folder.root, folder.lock)
      return reportResults(terminal, folder, results, {
        merged: '\nBoth sides are in the merged files. `prompt-collection push` sends them.',
        conflict:
          '\nEdit these files, with what you want from NAME.theirs.md beside them. Then run `prompt-collection resolve FILE` and `prompt-collection push`. `prompt-collection resolve FILE --theirs` takes the site’s side.',
        'deleted-on-site':
          '\nThese files were left alone. `prompt-collection pull --delete` deletes them, and `prompt-collection resolve FILE` makes one new.',
      })
    })
  },
}

const pullPair = (
  folder: SyncedFolder,
  pair: Pair,
  post: Post | undefined,
  isDeleting: boolean,
): SyncResult[] => {
  const { file, id, here, onSite } = pair
  if (id === null) return []
  if (onSite === 'deleted') return pullDeletion(folder, pair, isDeleting)
  // The post has been deleted since the lists were read, or nothing has changed.
  if (!post) return []
  if (file === null) return [addFile(folder, post)]
  if (here === 'deleted') {
    if (onSite === 'same' && !pair.isConflict) return []
    recordConflict(folder, file, post)
    return [{ action: 'conflict', file, id, message: 'deleted here, changed on the site' }]
  }
  return [mergePair(folder, pair, post)]
}

const pullDeletion = (
  folder: SyncedFolder,
  { file, id, here, local }: Pair,
  isDeleting: boolean,
): SyncResult[] => {
  if (id === null || file === null) return []
  if (here === 'deleted') {
    forgetPair(folder, id)
    return []
  }
  if (here === 'changed')
    return [{ action: 'conflict', file, id, message: 'changed here, deleted on the site' }]
  if (!isDeleting || !local || !isUnchanged(folder.root, local))
    return [{ action: 'deleted-on-site', file, id }]
  deletePromptFile(folder.root, file)
  forgetPair(folder, id)
  return [{ action: 'deleted-file', file, id }]
}

/** Adds a post to the folder: as the file that already says the same, or as a new file. */
const addFile = (folder: SyncedFolder, post: Post): SyncResult => {
  const { root, pairs, lock } = folder
  const fields = toFields(post)
  const twin = pairs.find(
    ({ here, local }) => here === 'new' && local?.fields && listChanges(local.fields, fields).length === 0,
  )
  if (twin?.local) {
    twin.here = 'same'
    rememberPair(folder, twin.local.file, { id: post.id, text: twin.local.text, seen: toSeenPost(post) })
    return { action: 'linked', file: twin.local.file, id: post.id }
  }
  const taken = new Set(
    [
      ...pairs.flatMap(({ file }) => file ?? []),
      ...folder.ignored,
      ...Object.values(lock.prompts).map((entry) => entry.file),
    ].map((name) => name.toLowerCase()),
  )
  const file = chooseFileName(post.title, post.id, (name) => taken.has(name))
  const text = renderPromptFile(fields)
  writePromptFile(root, file, text)
  rememberPair(folder, file, { id: post.id, text, seen: toSeenPost(post) })
  return { action: 'added', file, id: post.id }
}

const mergePair = (folder: SyncedFolder, { file, id, local }: Pair, post: Post): SyncResult => {
  if (file === null || id === null || !local) throw new Error('The pair has no file')
  const result = { file, id }
  if (!local.fields) return { ...result, action: 'failed', message: local.fault ?? '' }
  const onSite = toFields(post)
  const { merged, conflicts } = mergeFields(readBaseOf(folder, id), local.fields, onSite)
  if (conflicts.length > 0) {
    recordConflict(folder, file, post)
    return { ...result, action: 'conflict', conflicts }
  }
  const text = renderPromptFile(merged, local.text)
  if (text !== local.text) {
    if (!isUnchanged(folder.root, local))
      return { ...result, action: 'failed', message: 'It was edited just now. Run the command again.' }
    writePromptFile(folder.root, file, text)
  }
  rememberPost(folder, file, post, local.text)
  if (text === local.text) return { ...result, action: 'unchanged' }
  return { ...result, action: listChanges(merged, onSite).length > 0 ? 'merged' : 'updated' }
}
