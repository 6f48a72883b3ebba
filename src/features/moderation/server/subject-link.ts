import { parse } from 'regexparam'
import type { ModeratedSubject } from '#core/moderated-subject.ts'
import { type PageName, pages } from '#core/pages.ts'
import { paths } from '#core/paths.ts'

/** What the address of a page refers to. The post is as its address names it: by id, slug or private link. */
export type SubjectLink =
  | { post: PostReference; commentId?: number; version?: number; suggestion?: number }
  | { username: string }
  | { collection: string }
type PostReference = { id: number } | { slug: string } | { privateId: string }

const ID = /^[1-9]\d{0,8}$/
const COMMENT_ANCHOR = /^#comment-([1-9]\d{0,8})$/
const patterns = (Object.keys(pages) as PageName[]).map((name) => ({ name, ...parse(pages[name].path) }))

/** Returns the URL if it is an address of the site, also without its scheme; null for anything else. */
export const parseSiteUrl = (publicUrl: string, address: string): URL | null => {
  const text = /^https?:\/\//i.test(address) ? address : `https://${address}`
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return url.host === new URL(publicUrl).host || url.origin === publicUrl ? url : null
}

/**
 * Returns the path of what a link refers to, for mails to others. Unlike the address that somebody has written, it contains
 * nothing of theirs.
 */
export const getSubjectPath = (
  link: SubjectLink,
  { postId, excerpt: title }: Pick<ModeratedSubject, 'postId' | 'excerpt'>,
): string => {
  if ('username' in link) return paths.profile(link.username)
  if ('collection' in link) return paths.collection({ id: link.collection, title })
  const { post, commentId, version, suggestion } = link
  const id = postId ?? 0
  if (version !== undefined) return paths.version(id, version)
  if (suggestion !== undefined) return paths.suggestedEdit(id, suggestion)
  const linked = 'privateId' in post ? { id, isPrivate: true, ...post } : { id, isPrivate: false }
  return commentId === undefined ? paths.post(linked) : paths.comment(linked, commentId)
}

/** Returns what an address of the site refers to; null for pages that are about nothing of a member. */
export const parseSubjectLink = ({ pathname, hash }: URL): SubjectLink | null => {
  for (const { name, pattern, keys } of patterns) {
    const match = pattern.exec(pathname)
    if (!match) continue
    const params = Object.fromEntries(keys.map((key, index) => [key, decode(match[index + 1])]))
    return toLink(name, params, COMMENT_ANCHOR.exec(hash)?.[1])
  }
  return null
}

const decode = (segment = ''): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const toId = (text: string | undefined): number | null =>
  text !== undefined && ID.test(text) ? Number(text) : null

const toLink = (
  name: PageName,
  params: Record<string, string>,
  anchor: string | undefined,
): SubjectLink | null => {
  const { id = '', slug, username, commentId = anchor, number, suggestion } = params
  if (username !== undefined) return { username }
  if (name === 'collection') return { collection: id }
  const post = toPost(name, id, slug)
  if (!post) return null
  const parts = { commentId, version: number, suggestion }
  for (const [part, text] of Object.entries(parts)) {
    if (text === undefined) continue
    const partId = toId(text)
    return partId === null ? null : { post, [part]: partId }
  }
  return { post }
}

const toPost = (name: PageName, id: string, slug: string | undefined): PostReference | null => {
  if (slug !== undefined) return { slug }
  if (name === 'private-post' || name === 'private-comment') return { privateId: id }
  const isOfPost = name === 'post' || name.startsWith('post-') || name.startsWith('suggest')
  const postId = isOfPost ? toId(id) : null
  return postId === null ? null : { id: postId }
}
