import { type Prompt, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { isRequiredBlank } from '@prompt-collection/prompt-blanks'
import { getCurrentUser } from '#core/current-user.ts'
import { buildSeoSlug } from '#core/slugs.ts'
import { listBookmarks } from '#features/bookmarks/contract.ts'
import { getCollection } from '#features/collections/contract.ts'
import { listFollowedCollections } from '#features/collections/contract-sharing.ts'
import { listPrivatePosts } from '#features/feeds/contract.ts'
import { getPost, type PostCard } from '#features/posts/contract.ts'
import { getProfile } from '#features/profiles/contract.ts'
import type { ApiAnswer, CallApi } from './call-api.ts'
import { describeArgument, fillIn, listBlanks, listMissing, UNTRUSTED } from './describe-prompt.ts'

const PAGE = { limit: '20' }

/** A part of the list: what a member has written, bookmarked, and put into the collections that they follow. */
const sections = ['private', 'own', 'bookmarked', 'collected'] as const
type Section = (typeof sections)[number]

/** Where a page of the list begins. `collection` is the place of a collection among those that the member follows. */
type Cursor = { section: Section; collection: number; after: string | undefined }

const FIRST: Cursor = { section: 'private', collection: 0, after: undefined }

const encodeCursor = ({ section, collection, after = '' }: Cursor): string =>
  `${section}.${collection}.${after}`

const decodeCursor = (text: string | undefined): Cursor => {
  if (text === undefined) return FIRST
  const [, name, collection, after] = /^(\w{1,20})\.(\d{1,4})\.(.{0,100})$/.exec(text) ?? []
  const section = sections.find((known) => known === name)
  if (!section) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not valid')
  return { section, collection: Number(collection), after: after || undefined }
}

/** Returns the beginning of what comes after a page; null after the last one. */
const nextCursor = (
  { section, collection }: Cursor,
  after: string | null,
  hasMoreCollections: boolean,
): Cursor | null => {
  if (after !== null) return { section, collection, after }
  if (section === 'collected')
    return hasMoreCollections ? { section, collection: collection + 1, after: undefined } : null
  const next = sections[sections.indexOf(section) + 1]
  return next ? { section: next, collection: 0, after: undefined } : null
}

type Page = ApiAnswer<PostCard[]> & { hasMoreCollections?: boolean }

const readers: Record<Section, (call: CallApi, cursor: Cursor) => Promise<Page>> = {
  private: (call, { after }) => call(listPrivatePosts, { query: { ...PAGE, after } }),
  own: async (call, { after }) => {
    const { data: member } = await call(getCurrentUser, {})
    const profile = await call(getProfile, {
      params: { username: member.username },
      query: { ...PAGE, after },
    })
    return { data: profile.data.posts, after: profile.after }
  },
  bookmarked: (call, { after }) => call(listBookmarks, { query: { ...PAGE, after } }),
  collected: async (call, { collection, after }) => {
    const { data: followed } = await call(listFollowedCollections, {})
    const found = followed[collection]
    if (!found) return { data: [], after: null }
    const page = await call(getCollection, { params: { id: found.id }, query: { after } })
    return {
      data: page.data.items.map(({ post }) => post),
      after: page.after,
      hasMoreCollections: collection + 1 < followed.length,
    }
  },
}

/** The name of a prompt: words from its title, and its id, which alone identifies it. */
const nameOf = ({ id, title }: PostCard): string => `${buildSeoSlug(title, 'prompt')}-${id}`

const idOf = (name: string): number => {
  const [, id] = /(?:^|-)([1-9]\d{0,9})$/.exec(name) ?? []
  if (id === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}`)
  return Number(id)
}

/** Reads the whole post if the list shows only its beginning, because all blanks are needed. */
const readWhole = async (call: CallApi, post: PostCard): Promise<PostCard> =>
  post.promptTruncated ? (await call(getPost, { params: { id: post.id } })).data : post

const describe = (post: PostCard): Prompt => ({
  name: nameOf(post),
  title: post.title,
  description: `${post.type} prompt by ${post.user.username}`,
  arguments: listBlanks(post).map((blank) => ({
    name: blank.name,
    description: describeArgument(blank),
    required: isRequiredBlank(blank),
  })),
})

/**
 * Lists the prompts that belong to the token's owner: written, bookmarked or in a collection that they follow, never the
 * whole catalogue. A prompt can be listed more than once. The caller has checked the scope `private`.
 */
export const listPrompts = async (
  call: CallApi,
  cursorText: string | undefined,
): Promise<{ prompts: Prompt[]; nextCursor?: string }> => {
  const cursor = decodeCursor(cursorText)
  const { data, after, hasMoreCollections = false } = await readers[cursor.section](call, cursor)
  const posts: PostCard[] = []
  for (const post of data) posts.push(await readWhole(call, post))
  const next = nextCursor(cursor, after, hasMoreCollections)
  // The first page is not empty just because the member has no private prompts. Empty collections are pages of their own,
  // so that one request makes few calls.
  if (posts.length === 0 && next && next.section !== cursor.section)
    return listPrompts(call, encodeCursor(next))
  return { prompts: posts.map(describe), ...(next && { nextCursor: encodeCursor(next) }) }
}

/** Fills in a prompt and returns it as messages. Throws for a blank that must be filled in. */
export const getPrompt = async (call: CallApi, name: string, values: Record<string, string>) => {
  const { data: post } = await call(getPost, { params: { id: idOf(name) } })
  const missing = listMissing(post, values)
  if (missing.length > 0)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Fill in: ${missing.map(describeArgument).join('; ')}`,
    )
  const { messages } = fillIn(post, values)
  return {
    description: `${post.title}, by ${post.user.username}. ${UNTRUSTED}`,
    messages: messages.map(({ role, content: text }) => ({
      // MCP has no system messages.
      role: role === 'assistant' ? role : ('user' as const),
      content: { type: 'text' as const, text },
    })),
  }
}

/** Suggests the choices of a blank that contain what has been typed. */
export const completeArgument = async (
  call: CallApi,
  name: string,
  { name: blankName, value }: { name: string; value: string },
): Promise<string[]> => {
  const { data: post } = await call(getPost, { params: { id: idOf(name) } })
  const blank = listBlanks(post).find((found) => found.name === blankName)
  const typed = value.toLowerCase()
  return (blank?.choices ?? []).filter((choice) => choice.toLowerCase().includes(typed))
}
