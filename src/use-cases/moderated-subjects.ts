import { createHash } from 'node:crypto'
import type { ModeratedSubject } from '#core/moderated-subject.ts'
import { paths } from '#core/paths.ts'
import { profileFieldNames } from '#core/profile-fields.ts'
import type { Member } from '#core/viewer.ts'
import {
  canReadWithoutLink,
  selectCollectionSubject,
} from '#features/collections/server/restrictions-query.ts'
import { lockCollectionRow, selectRole } from '#features/collections/server/store.ts'
import { selectCommentSubject } from '#features/comments/server/restrictions-query.ts'
import { lockUserRow } from '#features/members/server/members-query.ts'
import { selectOwnProfile, selectVisibleUserId } from '#features/members/server/profile-query.ts'
import type { ModeratedText } from '#features/moderation/contract.ts'
import type { SubjectReference } from '#features/moderation/contract-reports.ts'
import type { SubjectKind } from '#features/moderation/contract-values.ts'
import type { SubjectKey } from '#features/moderation/server/case-query.ts'
import { lockPostRows } from '#features/posts/server/access-query.ts'
import { selectPostSubject } from '#features/posts/server/restrictions-query.ts'
import { selectResultSubject } from '#features/results/server/restrictions-query.ts'
import { selectSuggestedEditSubject } from '#features/suggested-edits/server/restrictions-query.ts'
import { selectSuggestedEdit } from '#features/suggested-edits/server/store.ts'
import { selectVersionForModeration } from '#features/versions/server/restrictions-query.ts'
import { selectVersion } from '#features/versions/server/store.ts'
import type { AnySql } from '#server/database/connect.ts'

const ID = /^[1-9]\d{0,8}$/
const LINK_ID = /^[\w-]{22}$/

/**
 * Finds what a member refers to; null if it does not exist or they cannot see it. `viewer` null finds it for moderators,
 * whether or not they could see it elsewhere.
 */
export const findReferredSubject = async (
  sql: AnySql,
  viewer: Member | null,
  { kind, id, version }: SubjectReference,
): Promise<ModeratedSubject | null> => {
  if (kind === 'member') {
    const userId = await selectVisibleUserId(sql, viewer, id)
    return userId === null ? null : findMember(sql, userId)
  }
  if (kind === 'collection') {
    if (!LINK_ID.test(id)) return null
    const canRead = viewer === null || (await selectRole(sql, viewer, id)) !== null
    return canRead ? selectCollectionSubject(sql, { linkId: id }) : null
  }
  if (!ID.test(id)) return null
  const subject = await findSubject(sql, viewer, { kind, id: Number(id), version: version ?? 0 })
  return subject
}

/** Finds a subject by its key. */
export const findSubject = async (
  sql: AnySql,
  viewer: Member | null,
  key: SubjectKey,
): Promise<ModeratedSubject | null> => finders[key.kind](sql, viewer, key)

/**
 * Returns whether a moderator may read what the subject of a case says now. A report shows moderators what only some people
 * can read as it was then, and not what its author writes later, except while it waits for their decision.
 */
export const isReadableNow = async (
  sql: AnySql,
  member: Member,
  { subject, isOpen, ...key }: SubjectKey & { subject: ModeratedSubject; isOpen: boolean },
  texts: readonly Pick<ModeratedText, 'revision'>[],
): Promise<boolean> =>
  member.isAdmin ||
  !subject.isPrivate ||
  texts.some(({ revision }) => revision === subject.revision) ||
  (isOpen && !subject.isVisible) ||
  canReadElsewhere(sql, member, key)

/** Whoever has the link of a collection can read it; moderators have it only if somebody has given it to them. */
const canReadElsewhere = async (sql: AnySql, member: Member, key: SubjectKey): Promise<boolean> =>
  key.kind === 'collection'
    ? canReadWithoutLink(sql, member, key.id)
    : (await findSubject(sql, member, key)) !== null

/**
 * Prevents changes of what a subject says until the transaction ends. Posts are locked before comments and members, as in
 * every transaction, and whatever is on a post is changed only with the post locked.
 */
export const lockSubject = async (
  tx: AnySql,
  { kind, id }: SubjectKey,
  postId: number | null,
): Promise<void> => {
  if (postId !== null) await lockPostRows(tx, [postId])
  else if (kind === 'member') await lockUserRow(tx, id)
  else if (kind === 'collection') await lockCollectionRow(tx, id)
}

type Finder = (sql: AnySql, viewer: Member | null, key: SubjectKey) => Promise<ModeratedSubject | null>

const finders: Record<SubjectKind, Finder> = {
  post: (sql, viewer, { id }) => selectPostSubject(sql, viewer, id),
  version: async (sql, viewer, { id, version }) => {
    const post = await selectPostSubject(sql, viewer, id)
    const found = post && (await selectVersionForModeration(sql, id, version))
    if (!found || (viewer && !(await selectVersion(sql, viewer, id, version)))) return null
    const { isWithdrawn, authorId, ...content } = found
    // The author of the post is responsible for all its versions, also for one that somebody else has suggested.
    const href = post.href && paths.version(id, version)
    return { ...post, ...content, version, href, isVisible: !isWithdrawn, excerpt: post.excerpt }
  },
  comment: (sql, viewer, { id }) => selectCommentSubject(sql, viewer, id),
  member: (sql, _, { id }) => findMember(sql, id),
  collection: (sql, _, { id }) => selectCollectionSubject(sql, { id }),
  'suggested-edit': async (sql, viewer, { id }) => {
    const edit = await selectSuggestedEditSubject(sql, id)
    const post = edit && (await selectPostSubject(sql, viewer, edit.postId))
    if (!edit || !post || (viewer && !(await selectSuggestedEdit(sql, viewer, edit.postId, id)))) return null
    return { ...edit, topicId: post.topicId, isPrivate: post.isPrivate }
  },
  result: async (sql, viewer, { id }) => {
    const result = await selectResultSubject(sql, viewer, id)
    const post = result && (await selectPostSubject(sql, viewer, result.postId))
    return post && result
      ? { ...result, topicId: post.topicId, href: post.href, isPrivate: post.isPrivate }
      : null
  },
}

const findMember = async (sql: AnySql, id: number): Promise<ModeratedSubject | null> => {
  const profile = await selectOwnProfile(sql, id)
  if (!profile) return null
  const { username, avatar, bio, isSuspended } = profile
  return {
    id,
    version: 0,
    postId: null,
    topicId: null,
    authorId: id,
    excerpt: username,
    text: bio,
    exampleFiles: avatar ? [avatar] : [],
    tags: [],
    labels: [],
    href: paths.profile(username),
    isVisible: !isSuspended,
    isPrivate: false,
    revision: createHash('md5')
      .update(JSON.stringify([username, avatar, ...profileFieldNames.map((name) => profile[name])]))
      .digest('hex'),
  }
}
