import { type Post, patchPostsById, patchUserPosts } from '@prompt-collection/client'
import { CliError, exitCodes } from './cli-error.ts'
import { isSeen, toSeenPost } from './compare-sides.ts'
import type { LocalFile } from './folder.ts'
import { writeLock } from './lock-file.ts'
import { listChanges, type PromptFields, toFields } from './prompt-file.ts'
import type { SyncResult } from './sync-results.ts'
import { rememberPair, type SyncedFolder } from './synced-folder.ts'

export type PushOptions = { isDeleting: boolean; note: string | undefined }

/** Sends the fields of a file that differ from its post, unless somebody has changed that since. */
export const pushChanges = async (
  folder: SyncedFolder,
  local: LocalFile,
  fields: PromptFields,
  post: Post,
  { note }: PushOptions,
): Promise<SyncResult> => {
  const { lock, root, session } = folder
  const { file, text } = local
  const id = post.id
  const entry = lock.prompts[id]
  if (!entry || !isSeen(entry, post))
    throw new CliError('It has been changed on the site just now.', exitCodes.conflict)
  const changes = listChanges(fields, toFields(post))
  if (changes.includes('topic'))
    throw new CliError(
      post.topic
        ? `The topic of a prompt cannot be changed. Write \`topic: ${post.topic.name}\`.`
        : 'A prompt gets its topic when it is published. Remove `topic`.',
    )
  const edited = changes.filter((name) => name !== 'visibility')
  if (edited.length > 0) {
    const { data } = await patchPostsById({
      ...session.api,
      path: { id },
      headers: { 'If-Match': `"${post.revision}"` },
      body: { ...Object.fromEntries(edited.map((name) => [name, fields[name]])), ...(note && { note }) },
    })
    lock.prompts[id] = { ...entry, ...toSeenPost(data) }
    writeLock(root, lock)
  }
  if (changes.includes('visibility')) await setVisibility(folder, id, fields.visibility === 'private')
  const seen = lock.prompts[id] ?? entry
  rememberPair(folder, file, { id, text, seen })
  return { action: changes.length > 0 ? 'pushed' : 'unchanged', file, id }
}

const setVisibility = async (
  { session, lock, root }: SyncedFolder,
  id: number,
  isPrivate: boolean,
): Promise<void> => {
  const { data } = await patchUserPosts({ ...session.api, body: { ids: [id], isPrivate } })
  const [failed] = data.failed
  if (failed) throw new CliError(failed.message)
  const entry = lock.prompts[id]
  if (!entry) return
  const { topic: _, ...others } = entry
  lock.prompts[id] = { ...others, visibility: isPrivate ? 'private' : 'public' }
  writeLock(root, lock)
}
