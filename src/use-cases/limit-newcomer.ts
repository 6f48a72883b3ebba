import { hasLink } from '#core/trust.ts'
import type { Member } from '#core/viewer.ts'
import { countRecentComments } from '#features/comments/server/newcomer-query.ts'
import { requireNewcomerLimits } from '#features/members/server/newcomer-limits.ts'
import { hasApprovedFirstLook, openFirstLook } from '#features/moderation/server/first-look-query.ts'
import { countRecentPosts, selectPublicPostsWithLinks } from '#features/posts/server/newcomer-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { findSubject } from './moderated-subjects.ts'
import { restrictPosts } from './restrict-posts.ts'

/** The texts of a post in which a link is looked for, and what else of it is limited. */
type NewcomersPost = {
  title: string
  description: string
  prompt: string
  sourceUrl: string
  exampleFiles: readonly unknown[]
  mentions: number
}

const postHasLink = ({ title, description, prompt, sourceUrl }: NewcomersPost): boolean =>
  [title, description, prompt, sourceUrl].some(hasLink)

/** Throws a 429 if a newcomer has published too much within a day. The caller has locked the member. */
export const limitNewcomersPost = async (tx: AnySql, member: Member, post: NewcomersPost): Promise<void> => {
  if (member.trustLevel !== 'newcomer') return
  const posts = await countRecentPosts(tx, member.id)
  const comments = await countRecentComments(tx, member.id)
  requireNewcomerLimits(
    { ...posts, links: posts.links + comments.links, mentions: posts.mentions + comments.mentions },
    {
      posts: 1,
      links: postHasLink(post) ? 1 : 0,
      mentions: post.mentions,
      files: post.exampleFiles.length,
    },
  )
}

/** Throws a 429 if a newcomer has written too many comments within a day. */
export const limitNewcomersComment = async (
  tx: AnySql,
  member: Member,
  { content, mentions }: { content: string; mentions: number },
): Promise<void> => {
  if (member.trustLevel !== 'newcomer') return
  const posts = await countRecentPosts(tx, member.id)
  const comments = await countRecentComments(tx, member.id)
  requireNewcomerLimits(
    { ...comments, links: posts.links + comments.links, mentions: posts.mentions + comments.mentions },
    { comments: 1, links: hasLink(content) ? 1 : 0, mentions },
  )
}

/**
 * Takes those of a newcomer's posts that are public and have a link out of every list, until a moderator has looked at
 * them, unless one of theirs has been approved before. Call it after everything that can publish a link. Returns their ids.
 */
export const delayPostsWithLinks = async (
  tx: AnySql,
  member: Pick<Member, 'id' | 'trustLevel'>,
  ids: readonly number[],
): Promise<number[]> => {
  if (member.trustLevel !== 'newcomer') return []
  const linked = await selectPublicPostsWithLinks(tx, ids)
  if (linked.length === 0 || (await hasApprovedFirstLook(tx, member.id))) return []
  await restrictPosts(tx, linked, 'waiting')
  for (const id of linked) {
    const subject = await findSubject(tx, null, { kind: 'post', id, version: 0 })
    if (subject) await openFirstLook(tx, subject)
  }
  return linked
}
