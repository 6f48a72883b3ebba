import { randomBytes, randomUUID } from 'node:crypto'
import { getLastValue, type HistoryCell, type ValueKind, type WriteHistory } from './write-history.ts'

type Request = {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  /** True if a 404 response means that an earlier request, whose response was lost, has deleted the item. */
  isDeletion?: boolean
}

export type WriteScenario = {
  history: WriteHistory
  members: WritingMember[]
  topic: { id: number }
  /** The posts published so far. */
  posts: Post[]
}

type Post = { id: number; author: WritingMember; cell: HistoryCell }

export type WritingMember = {
  id: number
  collection: string
  /**
   * Repeats the request until the site acknowledges it; resolves to null if the site rejects it or the members are
   * stopped.
   */
  write(cell: HistoryCell, value: string | null, request: Request): Promise<{ id?: number } | null>
  draft: string
  comments: { id: number; cell: HistoryCell; token: string }[]
}

/** Performs a write; returns null if there is currently nothing to write. */
type Action = (member: WritingMember, scenario: WriteScenario) => Promise<unknown> | null

/** Members write only to this many of the newest posts, so they repeatedly write to the same posts. */
const NEWEST_POSTS = 12

const newToken = () => randomBytes(8).toString('hex')
const anyOf = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)]

// Values of rows with the same key are concatenated, so a duplicate row does not equal the written value.
const post: ValueKind = {
  name: 'post',
  read: (sql, keys) => sql`
    select title as key, string_agg(description, ' and ') as value from posts
    where title = any(${[...keys]}::text[]) group by title`,
}
const comment: ValueKind = {
  name: 'comment',
  // A database that has lost commits assigns their ids to later rows, so comments are found by their content.
  read: (sql, keys) => sql`
    select left(content, 16) as key, string_agg(content, ' and ') as value from comments
    where left(content, 16) = any(${[...keys]}::text[]) group by 1`,
}
const vote: ValueKind = {
  name: 'vote',
  read: (sql, keys) => sql`
    select concat(user_id, ' ', post_id) as key, value::text from votes
    where concat(user_id, ' ', post_id) = any(${[...keys]}::text[])`,
}
const bookmark: ValueKind = {
  name: 'bookmark',
  read: (sql, keys) => sql`
    select concat(user_id, ' ', post_id) as key, 'set' as value from user_post_bookmarks
    where concat(user_id, ' ', post_id) = any(${[...keys]}::text[])`,
}
const reveal: ValueKind = {
  name: 'reveal',
  read: (sql, keys) => sql`
    select concat(user_id, ' ', post_id) as key, 'set' as value from post_reveals
    where concat(user_id, ' ', post_id) = any(${[...keys]}::text[])`,
}
const draft: ValueKind = {
  name: 'draft',
  read: (sql, keys) => sql`
    select key::text, fields ->> 'title' as value from drafts where key = any(${[...keys]}::uuid[])`,
}
const collectionItem: ValueKind = {
  name: 'collection item',
  read: (sql, keys) => sql`
    select concat(c.link_id, ' ', i.post_id) as key, 'set' as value
    from collection_items i join collections c on c.id = i.collection_id
    where concat(c.link_id, ' ', i.post_id) = any(${[...keys]}::text[])`,
}
const result: ValueKind = {
  name: 'result',
  read: (sql, keys) => sql`
    select concat(user_id, ' ', post_id) as key, worked::text as value from post_results
    where concat(user_id, ' ', post_id) = any(${[...keys]}::text[])`,
}
const memberFollow: ValueKind = {
  name: 'followed member',
  read: (sql, keys) => sql`
    select concat(follower_id, ' ', member_id) as key, 'set' as value from member_follows
    where concat(follower_id, ' ', member_id) = any(${[...keys]}::text[])`,
}
const topicFollow: ValueKind = {
  name: 'followed topic',
  read: (sql, keys) => sql`
    select concat(user_id, ' ', topic_id) as key, 'set' as value from user_topic_follows
    where concat(user_id, ' ', topic_id) = any(${[...keys]}::text[])`,
}

/**
 * Returns the member's cell for one of the newest posts or, if `author` is `another`, for one of the newest
 * posts by another member.
 */
const onAnyPost = (
  kind: ValueKind,
  member: WritingMember,
  { history, posts }: WriteScenario,
  author: 'anyone' | 'another',
) => {
  const newest = posts.slice(-NEWEST_POSTS)
  const target = anyOf(author === 'anyone' ? newest : newest.filter((each) => each.author !== member))
  return target && { postId: target.id, cell: history.cell(kind, `${member.id} ${target.id}`) }
}

/** Sets the value if it is not set, and removes it otherwise. */
const toggle = (member: WritingMember, cell: HistoryCell, path: string, method: 'POST' | 'PUT' = 'POST') =>
  getLastValue(cell) === null
    ? member.write(cell, 'set', { method, path })
    : member.write(cell, null, { method: 'DELETE', path })

export const publishPost = async (member: WritingMember, { history, posts, topic }: WriteScenario) => {
  const title = newToken()
  const cell = history.cell(post, title)
  const fields = { title, description: 'Version 0', prompt: `Prompt ${title}`, type: 'Text' }
  const body = { ...fields, topicId: topic.id, requestKey: randomUUID() }
  const published = await member.write(cell, 'Version 0', { method: 'POST', path: '/api/posts', body })
  if (published?.id) posts.push({ id: published.id, author: member, cell })
}

const editPost: Action = (member, { posts }) => {
  const own = anyOf(posts.slice(-NEWEST_POSTS).filter(({ author }) => author === member))
  if (!own) return null
  const description = `Version ${own.cell.attempts.length}`
  const request = { method: 'PATCH', path: `/api/posts/${own.id}`, body: { description } } as const
  return member.write(own.cell, description, request)
}

const addComment: Action = (member, { history, posts }) => {
  const target = anyOf(posts.slice(-NEWEST_POSTS))
  if (!target) return null
  const token = newToken()
  const cell = history.cell(comment, token)
  const body = { postId: target.id, content: token, requestKey: randomUUID() }
  return member.write(cell, token, { method: 'POST', path: '/api/comments', body }).then((added) => {
    if (added?.id) member.comments.push({ id: added.id, cell, token })
  })
}

const editComment: Action = (member) => {
  const own = member.comments.at(-1)
  if (!own) return null
  const content = `${own.token} ${own.cell.attempts.length}`
  const request = { method: 'PATCH', path: `/api/comments/${own.id}`, body: { content } } as const
  return member.write(own.cell, content, request)
}

const deleteComment: Action = (member) => {
  const own = member.comments.pop()
  const path = `/api/comments/${own?.id}`
  return own ? member.write(own.cell, null, { method: 'DELETE', path, isDeletion: true }) : null
}

const castVote: Action = (member, scenario) => {
  const target = onAnyPost(vote, member, scenario, 'anyone')
  if (!target) return null
  const had = Number(getLastValue(target.cell) ?? 0)
  const value = Math.random() < 0.5 ? 1 : -1
  const body = { postId: target.postId, value, had }
  const request = { method: 'POST', path: '/api/votes', body } as const
  return member.write(target.cell, had === value ? null : String(value), request)
}

const toggleBookmark: Action = (member, scenario) => {
  const target = onAnyPost(bookmark, member, scenario, 'anyone')
  return target ? toggle(member, target.cell, `/api/posts/${target.postId}/bookmark`) : null
}

const revealPost: Action = (member, scenario) => {
  const target = onAnyPost(reveal, member, scenario, 'another')
  if (!target || getLastValue(target.cell)) return null
  const body = { postId: target.postId }
  return member.write(target.cell, 'set', { method: 'POST', path: '/api/user/reveal', body })
}

const saveDraft: Action = (member, { history }) => {
  const cell = history.cell(draft, member.draft)
  const path = `/api/user/drafts/${member.draft}`
  if (cell.attempts.length < 6) {
    const title = `Draft ${cell.attempts.length}`
    return member.write(cell, title, { method: 'PUT', path, body: { title } })
  }
  member.draft = randomUUID()
  return member.write(cell, null, { method: 'DELETE', path })
}

const toggleItem: Action = (member, { history, posts }) => {
  const target = anyOf(posts.slice(-NEWEST_POSTS))
  if (!target) return null
  const cell = history.cell(collectionItem, `${member.collection} ${target.id}`)
  return toggle(member, cell, `/api/collections/${member.collection}/posts/${target.id}`, 'PUT')
}

const reportResult: Action = (member, scenario) => {
  const target = onAnyPost(result, member, scenario, 'another')
  if (!target) return null
  const path = `/api/posts/${target.postId}/results`
  const had = getLastValue(target.cell)
  if (had === 'false') return member.write(target.cell, null, { method: 'DELETE', path: `${path}/${MODEL}` })
  const worked = had === null
  return member.write(target.cell, String(worked), { method: 'POST', path, body: { model: MODEL, worked } })
}
const MODEL = 'claude'

const followMember: Action = (member, { history, members }) => {
  const other = anyOf(members.filter((each) => each !== member))
  if (!other) return null
  return toggle(
    member,
    history.cell(memberFollow, `${member.id} ${other.id}`),
    `/api/users/${other.id}/follow`,
  )
}

const followTopic: Action = (member, { history, topic: { id } }) =>
  toggle(member, history.cell(topicFollow, `${member.id} ${id}`), `/api/topics/${id}/follow`)

/** The actions that each member repeats in this order. */
export const writeActions: readonly Action[] = [
  addComment,
  castVote,
  toggleBookmark,
  addComment,
  revealPost,
  editPost,
  saveDraft,
  toggleItem,
  addComment,
  reportResult,
  editComment,
  publishPost,
  castVote,
  followMember,
  deleteComment,
  followTopic,
]
