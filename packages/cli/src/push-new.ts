import { randomUUID } from 'node:crypto'
import { getTopics, type Post, postPosts } from '@prompt-collection/client'
import { CliError, exitCodes } from './cli-error.ts'
import { toSeenPost } from './compare-sides.ts'
import type { LocalFile } from './folder.ts'
import { digestOf, writeLock } from './lock-file.ts'
import { readWholePosts } from './own-posts.ts'
import { isSameField, listChanges, type PromptFields, toFields } from './prompt-file.ts'
import { type PushOptions, pushChanges } from './push-changes.ts'
import type { SyncResult } from './sync-results.ts'
import { rememberPair, rememberPost, type SyncedFolder } from './synced-folder.ts'

/**
 * Creates a post for a new file, or finds the one that an earlier run has created. The key is stored before the request is
 * sent, so that a run that is killed and repeated creates one post, also if the file has been edited in between.
 */
export const pushNew = async (
  folder: SyncedFolder,
  local: LocalFile,
  fields: PromptFields,
  options: PushOptions,
): Promise<SyncResult> => {
  const { lock, root, session } = folder
  const { file, text, origin } = local
  if (origin && !origin.isWhole)
    throw new CliError(
      'The file has only the beginning of the prompt. Download it again when you are signed in.',
    )
  const twin = await findTwin(folder, fields)
  if (twin) {
    delete lock.pending[file]
    rememberPair(folder, file, { id: twin.id, text, seen: toSeenPost(twin) })
    return { action: 'linked', file, id: twin.id }
  }
  const body = await toNewPost(folder, local, fields)
  const pending = lock.pending[file] ?? { key: randomUUID(), digest: digestOf(fields) }
  lock.pending[file] = pending
  writeLock(root, lock)
  const { data: post } = await postPosts({
    ...session.api,
    body: { ...body, requestKey: pending.key },
  }).catch((error: unknown) => {
    // The site has refused the post, so there is nothing to find again.
    if (error instanceof CliError && error.exitCode === exitCodes.failure) {
      delete lock.pending[file]
      writeLock(root, lock)
    }
    throw error
  })
  delete lock.pending[file]
  const isAsSent = pending.digest === digestOf(fields)
  if (isAsSent) rememberPair(folder, file, { id: post.id, text, seen: asCreated(post) })
  else if (post.revision === 1) {
    rememberPost(folder, file, post, text)
    return { ...(await pushChanges(folder, local, fields, post, options)), action: 'created' }
  } else {
    lock.prompts[post.id] = { file, ...asCreated(post), digest: pending.digest }
    writeLock(root, lock)
    throw new CliError(
      'It was created by an earlier run, and changed on both sides since.',
      exitCodes.conflict,
    )
  }
  return { action: 'created', file, id: post.id }
}

/** A post that an earlier run has created may have been edited on the site since. */
const asCreated = (post: Post) => ({ ...toSeenPost(post), version: 1, revision: 1 })

/**
 * Finds a post of the member that says the same as a new file and that no other file has, so that a folder without its
 * lock file does not create everything again.
 */
const findTwin = async (
  { pairs, session, lock }: SyncedFolder,
  fields: PromptFields,
): Promise<Post | null> => {
  const length = [...fields.prompt].length
  const candidates = pairs.flatMap(({ card, onSite }) =>
    card &&
    onSite === 'new' &&
    !lock.prompts[card.id] &&
    card.promptLength === length &&
    isSameField('title', card.title, fields.title)
      ? [card.id]
      : [],
  )
  const whole = await readWholePosts(session, candidates)
  return [...whole.values()].find((post) => listChanges(fields, toFields(post)).length === 0) ?? null
}

const toNewPost = async ({ session }: SyncedFolder, { origin }: LocalFile, fields: PromptFields) => {
  const { title, description = '', prompt, topic, visibility = 'private', ...others } = fields
  const isPrivate = visibility === 'private'
  if (topic && isPrivate)
    throw new CliError('A private prompt has no topic. Add `visibility: public`, or remove `topic`.')
  const isFromHere = origin?.source.startsWith(`${session.site}/`) === true
  return {
    title,
    description,
    prompt,
    ...others,
    isPrivate,
    ...(topic && { topicId: await findTopic(session, topic) }),
    // A file of somebody else's prompt credits it.
    ...(origin && isFromHere && { remixOf: origin.id }),
  }
}

/** Returns the id of a topic by its name, in any spelling that its links accept. */
export const findTopic = async ({ api }: SyncedFolder['session'], name: string): Promise<number> => {
  const { data } = await getTopics(api)
  const found = data.find((topic) => isSameField('topic', topic.name, name))
  if (found) return found.id
  const names = data.map((topic) => topic.name).slice(0, 20)
  throw new CliError(`There is no topic “${name}”.`, undefined, `Topics are: ${names.join(', ')}.`)
}
