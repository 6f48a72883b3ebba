import { HttpError } from '#core/http-error.ts'
import { pick } from '#core/pick.ts'
import { countWordChanges, type WordChanges } from '#core/word-changes.ts'
import { isSameFieldValue, type PostFields, postFieldNames } from '#features/posts/contract-fields.ts'
import type { LockedPostFields, PostChanges } from '#features/posts/server/post-fields-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { insertVersion, selectLatestVersion, updateVersion, versionExists } from './store.ts'

export type EditDetails = {
  editorId: number
  /** The author's note about the change; may be empty. */
  note: string
  /** The number of the version that the edit restores. */
  restoredFrom?: number | undefined
  /** The id of the member who suggested the edit. */
  suggestedBy?: number | undefined
}

/**
 * Stores the version that results from an edit to a locked post, and returns its number. An edit that changes
 * nothing creates no version. An edit by the same member within ten minutes updates the latest version.
 * Restoring a version or accepting a suggested edit always creates a version, and so does replacing a prompt
 * that may have results, because results belong to a specific prompt. The first edit also stores the original
 * version. Throws 404 if the version to restore has been deleted since it was read, because its files may be deleted too.
 */
export const recordVersion = async (
  tx: AnySql,
  before: LockedPostFields,
  changes: PostChanges,
  { editorId, note, restoredFrom, suggestedBy }: EditDetails,
): Promise<number> => {
  if (restoredFrom !== undefined && !(await versionExists(tx, before.id, restoredFrom)))
    throw new HttpError('version-not-found')
  const after = { ...pick(before, postFieldNames), ...withoutUndefined(changes) } as PostFields
  const changed = differences(before, after)
  if (changed.length === 0) return before.version
  const latest = await selectLatestVersion(tx, before.id)
  const isStored = latest?.number === before.version && differences(latest.fields, before).length === 0
  const canContinue = isStored && latest.isRecent && latest.userId === editorId && latest.number > 1
  // A version of a skill may have been installed, so it never changes.
  const isSkill = before.form === 'skill' || after.form === 'skill'
  const isOwn = restoredFrom === undefined && suggestedBy === undefined && !isSkill
  const hasNewPrompt = changed.includes('prompt')
  const mayHaveResults = hasNewPrompt && before.hasResults && before.promptVersion === before.version
  if (canContinue && isOwn && latest.isOwn && !mayHaveResults) {
    await updateVersion(tx, {
      postId: before.id,
      number: latest.number,
      promptVersion: hasNewPrompt ? latest.number : before.promptVersion,
      userId: editorId,
      note: note || latest.note,
      changed: postFieldNames.filter((name) => changed.includes(name) || latest.changed.includes(name)),
      words: countWords(latest.previousFields ?? {}, after),
      fields: after,
    })
    return latest.number
  }
  let { version } = before
  if (!isStored) {
    // The post has no stored version of its current state: either this is its first edit, or a server of the previous
    // release has edited it.
    if (latest) version = Math.max(version, latest.number) + 1
    await insertVersion(tx, {
      postId: before.id,
      number: version,
      promptVersion: before.promptVersion,
      userId: before.userId,
      ...(latest ? { changed: differences(latest.fields, before) } : { createdAt: before.createdAt }),
      words: latest && countWords(latest.fields, before),
      fields: pick(before, postFieldNames),
    })
  }
  await insertVersion(tx, {
    postId: before.id,
    number: version + 1,
    promptVersion: hasNewPrompt ? version + 1 : before.promptVersion,
    userId: editorId,
    restoredFrom,
    suggestedBy,
    note,
    changed,
    words: countWords(before, after),
    fields: after,
  })
  return version + 1
}

const countWords = (before: Partial<PostFields>, after: PostFields): WordChanges =>
  countWordChanges(textOf(before), textOf(after))

const textOf = ({ title = '', description = '', prompt = '' }: Partial<PostFields>): string =>
  [title, description, prompt].join('\n')

const withoutUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/**
 * Returns the names of the fields that differ. If a version lacks a field because it is older than that
 * field, the field does not count as different.
 */
const differences = (before: Partial<PostFields>, after: PostFields) =>
  postFieldNames.filter((name) => {
    const value = before[name]
    return value !== undefined && !isSameFieldValue(after[name], value)
  })
