import { pick } from '#core/pick.ts'
import { isSameValue, type PostFields, postFieldNames } from '#features/posts/contract-fields.ts'
import type { RecordVersion } from '#features/posts/server/edit-post.ts'
import { insertVersion, selectLatestVersion, updateVersion } from './store.ts'

/**
 * Stores what an edit makes of a locked post and returns the number of its version. An edit that changes nothing
 * leaves the version as it is, and so does another edit by the same member within ten minutes. Restored and suggested
 * texts are versions of their own, and so is a prompt that replaces one that may have results: these stay with their
 * prompt. The first edit also stores what the post said before.
 */
export const recordVersion: RecordVersion = async (
  tx,
  before,
  changes,
  { editorId, note, restoredFrom, suggestedBy },
) => {
  const after = { ...pick(before, postFieldNames), ...withoutUndefined(changes) } as PostFields
  const changed = differences(before, after)
  if (changed.length === 0) return before.version
  const latest = await selectLatestVersion(tx, before.id)
  const isStored = latest?.number === before.version && differences(latest.fields, before).length === 0
  const canContinue = isStored && latest.isRecent && latest.userId === editorId && latest.number > 1
  const isOwn = restoredFrom === undefined && suggestedBy === undefined
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
      fields: after,
    })
    return latest.number
  }
  let { version } = before
  if (!isStored) {
    // The post was edited without a stored version: by a server of the previous release, unless this is its first edit.
    if (latest) version = Math.max(version, latest.number) + 1
    await insertVersion(tx, {
      postId: before.id,
      number: version,
      promptVersion: before.promptVersion,
      userId: before.userId,
      ...(latest ? { changed: differences(latest.fields, before) } : { createdAt: before.createdAt }),
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
    fields: after,
  })
  return version + 1
}

const withoutUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** The names of the fields that differ. A version from before a field existed lacks it, which is no difference. */
const differences = (before: Partial<PostFields>, after: PostFields) =>
  postFieldNames.filter((name) => {
    const value = before[name]
    return value !== undefined && !isSameValue(after[name], value)
  })
