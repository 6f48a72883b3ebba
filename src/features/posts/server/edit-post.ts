import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { deleteReplacedFiles } from '#features/media/server/sweep-media.ts'
import { getMentionedUsernames, selectMentionedMembers } from '#features/members/server/mentions-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { requireActiveMember } from '#server/session/guards.ts'
import type { PostCard } from '../contract.ts'
import { getSearchIndexPart, type PostFields, postFieldNames } from '../contract-fields.ts'
import { can } from '../policy.ts'
import { claimExampleFiles, storeNewFiles } from './example-files.ts'
import { type LockedPostFields, lockPostFields } from './post-fields-query.ts'
import * as postQuery from './post-query.ts'
import { selectPost } from './post-query.ts'
import { notifyNewlyMentioned, type PostServices } from './publish-post.ts'
import * as store from './store.ts'
import { insertTags, resolveTags } from './tags-query.ts'

export type EditDetails = {
  editorId: number
  /** The author's note about the change; may be empty. */
  note: string
  /** The number of the version that the edit restores. */
  restoredFrom?: number | undefined
  /** The id of the member who suggested the edit. */
  suggestedBy?: number | undefined
}

/** Stores the new version in the transaction that has locked the post, and returns its number. */
export type VersionRecorder = (
  tx: AnySql,
  before: LockedPostFields,
  changes: store.PostChanges,
  details: EditDetails,
) => Promise<number>

/** The version to restore. The post may reuse that version's files, no matter who uploaded them. */
type Restored = { number: number; fields: PostFields }

type EditServices = PostServices & {
  /** Injected to avoid a circular dependency: the versions feature depends on posts. */
  recordVersion: VersionRecorder
}

/**
 * Changes fields of a post, which creates a version, and notifies members who are newly mentioned in the
 * description. The slug and the creation date do not change, so links and sort order stay valid. Throws 404
 * if the member cannot see the post, and 403 if it is someone else's post, or if the post is public and the
 * member is muted.
 */
export const editPost = async (
  services: EditServices,
  member: Member,
  id: number,
  changes: store.PostChanges,
  { note = '', restored }: { note?: string | undefined; restored?: Restored } = {},
): Promise<PostCard> => {
  const ownership = await postQuery.selectPostOwner(services.sql, member, id)
  if (!ownership) throw new HttpError('post-not-found')
  if (!can.editPost(member, ownership)) {
    // If the author is muted, throws the error for muted members.
    if (ownership.userId === member.id) requireActiveMember(member)
    throw new HttpError('not-allowed')
  }
  const files = changes.exampleFiles && (await storeNewFiles(services, member.id, changes.exampleFiles))
  const presentFiles = await retryOnConflict(() =>
    services.sql.begin(async (tx) => {
      const tags = changes.tags && (await resolveTags(tx, changes.tags))
      const before = await lockPostFields(tx, id)
      if (!before) throw new HttpError('post-not-found')
      const { exampleFiles: presentFiles } = before
      if (files)
        await claimExampleFiles(tx, member.id, files, [
          ...presentFiles,
          ...(restored?.fields.exampleFiles ?? []),
        ])
      const written = { ...changes, exampleFiles: files, tags }
      const details = { editorId: member.id, note, restoredFrom: restored?.number }
      const version = await services.recordVersion(tx, before, written, details)
      const mentioned =
        changes.description === undefined ? undefined : await selectMentionedMembers(tx, changes.description)
      const mentions = mentioned && getMentionedUsernames(mentioned)
      await store.updatePostFields(tx, id, written, { version, mentions })
      const added = mentioned?.filter(({ username }) => !before.mentions.includes(username)) ?? []
      await notifyNewlyMentioned(services, tx, { postId: id, fromUserId: member.id, mentioned: added })
      if (!before.isPrivate) await insertTags(tx, tags ?? [])
      if (postFieldNames.some((name) => getSearchIndexPart(name) && changes[name] !== undefined))
        await services.indexPosts(tx, [id])
      return presentFiles
    }),
  )
  if (files)
    await deleteReplacedFiles(
      services,
      presentFiles.filter((file) => !files.includes(file)),
    )
  const post = await selectPost(services.sql, member, id)
  if (!post) throw new HttpError('post-not-found')
  return post
}
