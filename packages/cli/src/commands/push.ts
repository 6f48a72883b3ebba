import { deletePostsById, type Post } from '@prompt-collection/client'
import { CliError, exitCodes } from '../cli-error.ts'
import { type Command, getText } from '../command.ts'
import type { Pair } from '../compare-sides.ts'
import type { LocalFile } from '../folder.ts'
import { mergeFields } from '../merge.ts'
import { readWholePosts } from '../own-posts.ts'
import { cleanText, listChanges, type PromptFields, toFields } from '../prompt-file.ts'
import { type PushOptions, pushChanges } from '../push-changes.ts'
import { pushNew } from '../push-new.ts'
import { reportResults, type SyncResult } from '../sync-results.ts'
import {
  forgetPair,
  readBaseOf,
  rememberMoves,
  rememberPost,
  type SyncedFolder,
  withFolder,
} from '../synced-folder.ts'
import { countOf } from '../terminal.ts'

export const push: Command = {
  name: 'push',
  usage: '',
  summary: 'Bring what you have changed in a folder to the site',
  details: `New files become private prompts, unless they say \`visibility: public\`. A prompt that has also been changed on the site is not touched: run \`prompt-collection pull\` first.

The command can be stopped at any time and repeated.`,
  words: [0, 0],
  options: {
    dir: { type: 'string', description: 'the folder, the current one by default', value: 'DIR' },
    delete: { type: 'boolean', description: 'delete the prompts whose files you have deleted' },
    note: { type: 'string', description: 'what has changed, for the list of versions', value: 'TEXT' },
    yes: { type: 'boolean', short: 'y', description: 'do not ask' },
  },
  run: async ({ values, terminal }) =>
    withFolder({ dir: getText(values, 'dir'), site: getText(values, 'site') }, async (folder) => {
      const { pairs, hasLock, root, session } = folder
      const added = pairs.filter(({ here }) => here === 'new').length
      const deleted = pairs.filter(({ here, onSite }) => here === 'deleted' && onSite === 'same').length
      if (!hasLock && added > 0)
        await terminal.confirm(`Send ${countOf(added, 'file')} in ${root} to ${session.site}?`)
      if (values.delete && deleted > 0)
        await terminal.confirm(
          `Delete ${countOf(deleted, 'prompt')} on ${session.site}, with comments and votes?`,
        )
      rememberMoves(folder)
      const results = await pushAll(folder, {
        isDeleting: values.delete === true,
        note: getText(values, 'note'),
      })
      return reportResults(terminal, folder, results, {
        conflict: '\nNothing of these was changed. Run `prompt-collection pull` to see both sides.',
        'changed-on-site': '\nRun `prompt-collection pull` to get what has changed on the site.',
        'deleted-here':
          '\n`prompt-collection push --delete` deletes these on the site, and `prompt-collection resolve FILE --theirs` brings a file back.',
      })
    }),
}

const pushAll = async (folder: SyncedFolder, options: PushOptions): Promise<SyncResult[]> => {
  const { pairs, session } = folder
  // Of a post that is compared field by field, the whole prompt has to be known.
  const compared = pairs.filter(
    ({ here, onSite, isConflict }) => (here === 'changed' && onSite !== 'deleted') || isConflict,
  )
  const whole = await readWholePosts(
    session,
    compared.flatMap(({ id, card }) => (id !== null && card ? [id] : [])),
  )
  const results: SyncResult[] = []
  for (const pair of pairs) {
    try {
      const result = await pushPair(folder, pair, whole, options)
      if (result) results.push(result)
    } catch (error) {
      // What concerns one file leaves the others alone; a limit or a lost connection concerns all.
      if (!(error instanceof CliError) || STOPPING.has(error.exitCode)) throw addProgress(error, results)
      const action = error.exitCode === exitCodes.conflict ? 'conflict' : 'failed'
      const message = [error.message, error.hint].filter(Boolean).join(' ')
      results.push({ action, file: pair.file, id: pair.id, message })
    }
  }
  return results
}

const STOPPING: ReadonlySet<number> = new Set([
  exitCodes.notAllowed,
  exitCodes.unavailable,
  exitCodes.interrupted,
])

/** Says how far a command came, which can be repeated from there. */
const addProgress = (error: unknown, results: readonly SyncResult[]): unknown => {
  const done = results.filter(({ action }) => action === 'created' || action === 'pushed').length
  if (!(error instanceof CliError) || done === 0) return error
  const hint = [error.hint, 'Then run the command again: it goes on where it stopped.']
    .filter(Boolean)
    .join(' ')
  return new CliError(
    `${error.message}\n${countOf(done, 'file')} of this run arrived before.`,
    error.exitCode,
    hint,
  )
}

const pushPair = async (
  folder: SyncedFolder,
  pair: Pair,
  whole: ReadonlyMap<number, Post>,
  options: PushOptions,
): Promise<SyncResult | null> => {
  const { id, file, here, onSite, local, entry, isConflict } = pair
  if (file === null) return null
  if (local && !local.fields) {
    if (here === 'same') return null
    return { action: 'failed', file, id, message: local.fault ?? '' }
  }
  if (here === 'new' && local?.fields)
    // Pages of other programs have a title, too.
    return cleanText(local.fields.description ?? '')
      ? pushNew(folder, local, local.fields, options)
      : { action: 'left-out', file, id, message: 'Add `description`: what the prompt is for, in a sentence.' }
  if (id === null || !entry) return null
  if (onSite === 'deleted') {
    if (here === 'deleted') forgetPair(folder, id)
    if (here === 'same') return { action: 'deleted-on-site', file, id }
    return here === 'changed'
      ? { action: 'conflict', file, id, message: 'changed here, deleted on the site' }
      : null
  }
  if (here === 'deleted') return pushDeletion(folder, pair, options)
  const post = whole.get(id)
  if (isConflict) return post && local?.fields ? pushBoth(folder, local, local.fields, post, options) : null
  if (here === 'same') return onSite === 'changed' ? { action: 'changed-on-site', file, id } : null
  return post && local?.fields ? pushChanges(folder, local, local.fields, post, options) : null
}

/**
 * Both sides have been changed. Nothing is lost if the site has none of its changes alone, as after a push that was killed
 * before it could remember what it had sent.
 */
const pushBoth = async (
  folder: SyncedFolder,
  local: LocalFile,
  fields: PromptFields,
  post: Post,
  options: PushOptions,
): Promise<SyncResult> => {
  const { file } = local
  const { merged, conflicts } = mergeFields(readBaseOf(folder, post.id), fields, toFields(post))
  if (conflicts.length > 0 || listChanges(fields, merged).length > 0)
    return { action: 'conflict', file, id: post.id, message: 'changed here and on the site', conflicts }
  rememberPost(folder, file, post, local.text)
  return pushChanges(folder, local, fields, post, options)
}

const pushDeletion = async (
  folder: SyncedFolder,
  pair: Pair,
  { isDeleting }: PushOptions,
): Promise<SyncResult | null> => {
  const { id, file, isConflict } = pair
  if (id === null || file === null) return null
  if (isConflict) return { action: 'conflict', file, id, message: 'deleted here, changed on the site' }
  if (!isDeleting) return { action: 'deleted-here', file, id }
  await deletePostsById({ ...folder.session.api, path: { id } })
  forgetPair(folder, id)
  return { action: 'deleted-post', file, id }
}
