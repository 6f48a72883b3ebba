import type { ModeratedSubject } from '#core/moderated-subject.ts'
import type { Viewer } from '#core/viewer.ts'
import { selectCollection } from '#features/collections/server/store.ts'
import { selectVisibleUserId } from '#features/members/server/profile-query.ts'
import type { SubjectKind } from '#features/moderation/contract-values.ts'
import type { SubjectLink } from '#features/moderation/server/subject-link.ts'
import { selectPost, selectPostBySlug, selectPrivatePost } from '#features/posts/server/post-query.ts'
import { selectSuggestedEdit } from '#features/suggested-edits/server/store.ts'
import { selectVersion } from '#features/versions/server/store.ts'
import type { Sql } from '#server/database/connect.ts'
import { findReferredSubject, findSubject } from './moderated-subjects.ts'

type Linked = { kind: SubjectKind; subject: ModeratedSubject }
type PostLink = Extract<SubjectLink, { post: unknown }>

/** Finds what an address refers to; null if the viewer, who may be a visitor, cannot open it. */
export const findLinkedSubject = async (
  sql: Sql,
  viewer: Viewer,
  link: SubjectLink,
): Promise<Linked | null> => {
  if ('post' in link) return findInPost(sql, viewer, link)
  if ('username' in link) {
    const id = await selectVisibleUserId(sql, viewer, link.username)
    return id === null
      ? null
      : withKind('member', await findSubject(sql, null, { kind: 'member', id, version: 0 }))
  }
  if (!(await selectCollection(sql, viewer, link.collection))) return null
  return withKind(
    'collection',
    await findReferredSubject(sql, null, { kind: 'collection', id: link.collection }),
  )
}

const withKind = (kind: SubjectKind, subject: ModeratedSubject | null): Linked | null =>
  subject?.isVisible ? { kind, subject } : null

/** Finds a post, or a part of it. Who can open a private post by its link can open its comments. */
const findInPost = async (
  sql: Sql,
  viewer: Viewer,
  { post: reference, commentId, version, suggestion }: PostLink,
): Promise<Linked | null> => {
  const post = await findPost(sql, viewer, reference)
  if (!post) return null
  const find = async (kind: SubjectKind, id: number, number = 0) =>
    withKind(kind, await findSubject(sql, null, { kind, id, version: number }))
  if (commentId !== undefined) {
    const comment = await find('comment', commentId)
    return comment?.subject.postId === post.id ? comment : null
  }
  if (version !== undefined)
    return (await selectVersion(sql, viewer, post.id, version)) && find('version', post.id, version)
  if (suggestion !== undefined)
    return (await selectSuggestedEdit(sql, viewer, post.id, suggestion)) && find('suggested-edit', suggestion)
  return find('post', post.id)
}

const findPost = (sql: Sql, viewer: Viewer, reference: PostLink['post']) => {
  if ('id' in reference) return selectPost(sql, viewer, reference.id)
  return 'slug' in reference
    ? selectPostBySlug(sql, viewer, reference.slug)
    : selectPrivatePost(sql, viewer, reference.privateId)
}
