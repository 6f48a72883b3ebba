import { HttpError } from '#core/http-error.ts'
import type { SiteLicense } from '#core/licenses.ts'
import { withLineFeeds } from '#core/text.ts'
import type { Member } from '#core/viewer.ts'
import type { MediaStore } from '#features/media/server/store-file.ts'
import { deleteReplacedFiles } from '#features/media/server/sweep-media.ts'
import { getMentionedUsernames, selectMentionedMembers } from '#features/members/server/mentions-query.ts'
import { isWithdrawnByDecision } from '#features/moderation/server/decisions-query.ts'
import { notifyMentionedMembers } from '#features/notifications/server/mention-query.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { getSearchIndexPart, postFieldNames, textFieldNames } from '#features/posts/contract-fields.ts'
import { can } from '#features/posts/policy.ts'
import { claimExampleFiles, storeNewFiles } from '#features/posts/server/example-files.ts'
import { listChangedHiddenText } from '#features/posts/server/list-hidden-text.ts'
import {
  type LockedPostFields,
  lockPostFields,
  type PostChanges,
} from '#features/posts/server/post-fields-query.ts'
import { requirePost, selectPostOwner } from '#features/posts/server/post-query.ts'
import { resolveTags } from '#features/posts/server/rename-tags-query.ts'
import { requireForm } from '#features/posts/server/require-form.ts'
import { updatePostFields } from '#features/posts/server/store.ts'
import { insertTags } from '#features/posts/server/tags-query.ts'
import { requireLicense } from '#features/posts/site-license.ts'
import { indexPosts } from '#features/search/server/index-query.ts'
import { claimSkillFiles, recordReleases } from '#features/skills/server/releases-query.ts'
import { type EditDetails, recordVersion } from '#features/versions/server/record-version.ts'
import { updateIsWithdrawn } from '#features/versions/server/restrictions-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { requireRevision } from '#server/http/if-match.ts'
import { requireActiveMember } from '#server/session/guards.ts'
import { delayPosts, limitNewcomersEdit, lockNewcomer } from './limit-newcomer.ts'
import { renewSlug } from './renew-slug.ts'
import { requireNotRemoved } from './require-not-removed.ts'
import { liftRestrictions } from './restrict-posts.ts'

/**
 * Changes fields of a post, which creates a version, and notifies members who are newly mentioned in the
 * description. The slug and the creation date do not change, so links and sort order stay valid. Throws 404
 * if the member cannot see the post, 403 if it is someone else's post, or if the post is public and the
 * member is muted, 400 for a license that the site does not allow, 409 for a prompt that moderators have removed, and 412 if
 * the post's revision is not `ifMatch`.
 */
export const editPost = async (
  media: MediaStore & { license: SiteLicense },
  member: Member,
  id: number,
  {
    note = '',
    ifMatch = null,
    ...changes
  }: PostChanges & { note?: string | undefined; ifMatch?: string | null },
): Promise<PostCard> => {
  const { sql } = media
  const ownership = await selectPostOwner(sql, member, id)
  if (!ownership) throw new HttpError('post-not-found')
  if (!can.editPost(member, ownership)) {
    // If the author is muted, throws the error for muted members.
    if (ownership.userId === member.id) requireActiveMember(member)
    throw new HttpError('not-allowed')
  }
  requireRevision(ifMatch, ownership.revision)
  const files = changes.exampleFiles && (await storeNewFiles(media, member.id, changes.exampleFiles))
  const before = await retryOnConflict(() =>
    sql.begin(async (tx) => {
      const tags = changes.tags && (await resolveTags(tx, changes.tags))
      await lockNewcomer(tx, member)
      const before = await lockPostFields(tx, id)
      if (!before) throw new HttpError('post-not-found')
      if (!can.editPost(member, before)) requireActiveMember(member)
      requireRevision(ifMatch, before.revision)
      requireLicense(media.license, changes.license, before.license)
      if (files) await claimExampleFiles(tx, member.id, files, before.exampleFiles)
      const written = { ...changes, exampleFiles: files, tags }
      await limitNewcomersEdit(tx, member, before, written)
      const copy = await requireNotRemoved(tx, before, written)
      await writeChanges(tx, before, written, { editorId: member.id, note })
      await delayPosts(tx, member, [id], copy)
      return before
    }),
  )
  if (files)
    await deleteReplacedFiles(
      media,
      before.exampleFiles.filter((file) => !files.includes(file)),
    )
  return requirePost(sql, member, id)
}

/**
 * Writes the new fields of a post that the caller has locked: stores the version, updates the post, notifies the members
 * who are newly mentioned, and indexes the post. One that is hidden until its author edits it is given back to its readers
 * if they are the editor.
 * Returns the version's number. Throws 409 if the post is removed.
 */
export const writeChanges = async (
  tx: AnySql,
  before: LockedPostFields,
  requested: PostChanges,
  details: EditDetails,
): Promise<number> => {
  const { id: postId } = before
  const changes = { ...requested, ...keepLineEnds(before, requested) }
  if (before.restriction === 'removed') throw new HttpError('post-restricted')
  const { form = before.form, skill = before.skill } = changes
  requireForm({
    form,
    skill,
    prompt: changes.prompt ?? before.prompt,
    description: changes.description ?? before.description,
  })
  if (skill !== before.skill)
    await claimSkillFiles(tx, { form, skill }, { userId: details.editorId, postId, remixOf: null })
  const version = await recordVersion(tx, before, changes, details)
  const mentioned =
    changes.description === undefined
      ? undefined
      : await selectMentionedMembers(tx, details.editorId, changes.description)
  await updatePostFields(tx, postId, changes, {
    version,
    mentions: mentioned && getMentionedUsernames(mentioned),
    hiddenText: listChangedHiddenText(before, changes),
  })
  if (form === 'skill') await recordReleases(tx, [postId])
  if (before.form === 'skill' && version > before.version) await withdrawReplacedSkill(tx, before)
  const added = mentioned?.filter(({ username }) => !before.mentions.includes(username)) ?? []
  await notifyMentionedMembers(tx, {
    commentId: null,
    fromUserId: details.editorId,
    targets: added.map(({ id: userId }) => ({ postId, userId })),
  })
  if (!before.isPrivate) await insertTags(tx, changes.tags ?? [])
  if (postFieldNames.some((name) => getSearchIndexPart(name) && changes[name] !== undefined))
    await indexPosts(tx, [postId])
  if (before.restriction === 'hidden' && details.editorId === before.userId) {
    if (changes.title !== undefined && changes.title !== before.title) await renewSlug(tx, postId)
    await liftRestrictions(tx, [postId])
  }
  return version
}

/**
 * Withdraws the version of a skill that was the current one until this edit, if moderators have withdrawn it: it could not be
 * installed, and its text was still that of the post.
 */
const withdrawReplacedSkill = async (
  tx: AnySql,
  replaced: Pick<LockedPostFields, 'id' | 'version'>,
): Promise<void> => {
  if (!(await isWithdrawnByDecision(tx, replaced))) return
  const title = await updateIsWithdrawn(tx, replaced, true)
  if (title !== null) await renewSlug(tx, replaced.id, title)
}

/**
 * Returns the texts of the post that would change in their line ends only. Browsers send line feeds, so without this, every
 * edit of an imported prompt would begin a new version of the prompt, without the results of the old one.
 */
const keepLineEnds = (before: LockedPostFields, changes: PostChanges): PostChanges =>
  Object.fromEntries(
    textFieldNames
      .filter((name) => {
        const text = changes[name]
        return text !== undefined && withLineFeeds(text) === withLineFeeds(before[name])
      })
      .map((name) => [name, before[name]]),
  )
