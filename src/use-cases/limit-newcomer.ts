import { hasLink } from '#core/trust.ts'
import type { Member } from '#core/viewer.ts'
import { countRecentComments } from '#features/comments/server/newcomer-query.ts'
import { lockUserRow } from '#features/members/server/members-query.ts'
import { type MentionedUser, selectMentionedMembers } from '#features/members/server/mentions-query.ts'
import {
  findExceededLimit,
  type NewcomerUse,
  requireNewcomerLimits,
} from '#features/members/server/newcomer-limits.ts'
import { canModerate } from '#features/moderation/policy.ts'
import { hasApprovedFirstLook, openFirstLook } from '#features/moderation/server/first-look-query.ts'
import { countRecentMentions } from '#features/notifications/server/mention-query.ts'
import {
  countRecentPosts,
  selectPostUses,
  selectPublicPostsWithLinks,
} from '#features/posts/server/newcomer-query.ts'
import type { LockedPostFields, PostChanges } from '#features/posts/server/post-fields-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { findSubject } from './moderated-subjects.ts'
import { restrictPosts } from './restrict-posts.ts'

/** The texts of a post in which a link is looked for. */
type PostTexts = { title: string; description: string; prompt: string; sourceUrl: string }
type NewcomersPost = PostTexts & { exampleFiles: readonly unknown[]; mentions: number }

const postHasLink = ({ title, description, prompt, sourceUrl }: PostTexts): boolean =>
  [title, description, prompt, sourceUrl].some(hasLink)

/** Locks a newcomer, so that what several of their requests add at once is counted together. Call it before locking a post. */
export const lockNewcomer = async (tx: AnySql, { id, trustLevel }: Member): Promise<void> => {
  if (trustLevel === 'newcomer') await lockUserRow(tx, id)
}

/**
 * Counts what a newcomer has published within a day. Mentions that an edit has replaced count too, because members have
 * been notified of them.
 */
const countUse = async (tx: AnySql, memberId: number): Promise<NewcomerUse> => {
  const posts = await countRecentPosts(tx, memberId)
  const comments = await countRecentComments(tx, memberId)
  const notified = await countRecentMentions(tx, memberId)
  return {
    posts: posts.posts,
    comments: comments.comments,
    links: posts.links + comments.links,
    mentions: Math.max(posts.mentions + comments.mentions, notified),
    files: posts.files,
  }
}

/** Throws a 429 if a newcomer has published too much within a day. The caller has locked the member. */
export const limitNewcomersPost = async (tx: AnySql, member: Member, post: NewcomersPost): Promise<void> => {
  if (member.trustLevel !== 'newcomer') return
  requireNewcomerLimits(await countUse(tx, member.id), {
    posts: 1,
    links: postHasLink(post) ? 1 : 0,
    mentions: post.mentions,
    files: post.exampleFiles.length,
  })
}

/**
 * Throws a 429 if what a newcomer adds to a public post by an edit is too much for a day. The caller has locked the member
 * and the post.
 */
export const limitNewcomersEdit = async (
  tx: AnySql,
  member: Member,
  before: LockedPostFields,
  changes: PostChanges,
): Promise<void> => {
  if (member.trustLevel !== 'newcomer' || (before.isPrivate && before.restriction === null)) return
  const { description, exampleFiles = before.exampleFiles } = changes
  const mentioned = description === undefined ? [] : await selectMentionedMembers(tx, member.id, description)
  const after = {
    title: changes.title ?? before.title,
    description: description ?? before.description,
    prompt: changes.prompt ?? before.prompt,
    sourceUrl: changes.sourceUrl ?? before.sourceUrl,
  }
  requireNewcomerLimits(await countUse(tx, member.id), {
    links: postHasLink(after) && !postHasLink(before) ? 1 : 0,
    mentions: countNew(mentioned, before.mentions),
    files: exampleFiles.length - before.exampleFiles.length,
  })
}

const countNew = (mentioned: readonly MentionedUser[], before: readonly string[]): number =>
  mentioned.filter(({ username }) => !before.includes(username)).length

/** Returns those of a newcomer's locked private posts that they cannot publish, because it would be too much for a day. */
export const listTooManyPosts = async (
  tx: AnySql,
  member: Member,
  ids: readonly number[],
): Promise<number[]> => {
  if (member.trustLevel !== 'newcomer') return []
  const used = await countUse(tx, member.id)
  const tooMany: number[] = []
  for (const { id, ...use } of await selectPostUses(tx, ids)) {
    const added = { ...use, posts: 1 }
    if (findExceededLimit(used, added)) tooMany.push(id)
    else
      for (const name of ['posts', 'links', 'mentions', 'files'] as const)
        used[name] = (used[name] ?? 0) + added[name]
  }
  return tooMany
}

/** Throws a 429 if a newcomer has written too many comments within a day. The caller has locked the member. */
export const limitNewcomersComment = async (
  tx: AnySql,
  member: Member,
  { content, mentions }: { content: string; mentions: number },
): Promise<void> => {
  if (member.trustLevel !== 'newcomer') return
  requireNewcomerLimits(await countUse(tx, member.id), {
    comments: 1,
    links: hasLink(content) ? 1 : 0,
    mentions,
  })
}

type CommentText = { content: string; mentions: readonly string[] }

/** Throws a 429 if what a newcomer adds to a comment by an edit is too much for a day. The caller has locked the member. */
export const limitNewcomersCommentEdit = async (
  tx: AnySql,
  member: Member,
  before: CommentText,
  { content, mentioned }: { content: string; mentioned: readonly MentionedUser[] },
): Promise<void> => {
  if (member.trustLevel !== 'newcomer') return
  requireNewcomerLimits(await countUse(tx, member.id), {
    links: hasLink(content) && !hasLink(before.content) ? 1 : 0,
    mentions: countNew(mentioned, before.mentions),
  })
}

/**
 * Takes posts that are public out of every list until a moderator has looked at them: those of a newcomer with a link, unless
 * one of theirs has been approved before, and `copies`, which are those among them with a prompt of others that moderators
 * have removed. What moderators themselves post does not wait. Call it after everything that can publish a link or a
 * prompt. Returns the ids of those that wait.
 */
export const delayPosts = async (
  tx: AnySql,
  member: Member,
  ids: readonly number[],
  copies: readonly number[] = [],
): Promise<number[]> => {
  const copied = canModerate(member) ? [] : copies
  const linked = await listFirstLinks(tx, member, ids)
  const waiting = ids.filter((id) => copied.includes(id) || linked.includes(id))
  await delayUntilFirstLook(tx, waiting, { linked, copied })
  return waiting
}

/** Takes posts out of every list until a moderator has looked at them, and says in their cases why. */
export const delayUntilFirstLook = async (
  tx: AnySql,
  ids: readonly number[],
  { linked = [], copied }: { linked?: readonly number[]; copied: readonly number[] },
): Promise<void> => {
  if (ids.length === 0) return
  await restrictPosts(tx, ids, 'waiting')
  for (const id of ids) {
    const subject = await findSubject(tx, null, { kind: 'post', id, version: 0 })
    if (subject)
      await openFirstLook(tx, subject, { isFirstLink: linked.includes(id), isCopy: copied.includes(id) })
  }
}

const listFirstLinks = async (tx: AnySql, member: Member, ids: readonly number[]): Promise<number[]> => {
  if (member.trustLevel !== 'newcomer') return []
  const linked = await selectPublicPostsWithLinks(tx, ids)
  return linked.length === 0 || (await hasApprovedFirstLook(tx, member.id)) ? [] : linked
}
