import { Readable } from 'node:stream'
import { paths } from '#core/paths.ts'
import { pick } from '#core/pick.ts'
import type { Viewer } from '#core/viewer.ts'
import { withoutBlockedMembers } from '#features/members/server/blocks-query.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { formFieldNames } from '#features/posts/contract-fields.ts'
import { selectFullCardsById } from '#features/posts/server/card-query.ts'
import { selectPublicPostIds } from '#features/posts/server/post-links-query.ts'
import type { ReadRunner } from '#server/http/serve-endpoint.ts'
import { readPatiently } from '#server/limits/read-patiently.ts'
import type { libraryFormats } from '../contract-library.ts'

/** The posts read at a time. A member's prompts can have 200,000 characters each, so only a few are held in memory. */
const POSTS_PER_READ = { visitor: 200, member: 20 }

type ExportContext = { read: ReadRunner; viewer: Viewer; siteUrl: string }

/** Streams all public posts, oldest first. Posts that are published meanwhile may be missing. */
export const streamLibrary = (
  context: ExportContext,
  format: (typeof libraryFormats)[number],
): { type: string; stream: Readable } =>
  format === 'csv'
    ? { type: 'text/csv; charset=utf-8', stream: Readable.from(csv(context), { objectMode: false }) }
    : { type: 'application/json; charset=utf-8', stream: Readable.from(json(context), { objectMode: false }) }

async function* listAll({ read, viewer }: ExportContext): AsyncGenerator<PostCard[]> {
  const max = viewer ? POSTS_PER_READ.member : POSTS_PER_READ.visitor
  let after = 0
  for (;;) {
    const { ids, posts } = await readPatiently(() =>
      read(async (sql) => {
        const ids = await selectPublicPostIds(sql, after, max)
        const posts = await selectFullCardsById(sql, viewer, ids)
        const authors = await withoutBlockedMembers(
          sql,
          viewer,
          posts.map(({ user }) => user),
        )
        const visible = new Set(authors.map(({ id }) => id))
        return { ids, posts: posts.filter(({ userId }) => visible.has(userId)) }
      }),
    )
    yield posts
    if (ids.length < max) return
    after = ids.at(-1) ?? 0
  }
}

const describe = (post: PostCard, siteUrl: string) => ({
  id: post.id,
  ...pick(post, formFieldNames),
  promptTruncated: post.promptTruncated,
  topic: post.topic?.name ?? null,
  author: post.user.username,
  url: siteUrl + paths.post(post),
  score: post.score,
  version: post.version,
  createdAt: post.createdAt.toISOString(),
})
type Row = ReturnType<typeof describe>

async function* json(context: ExportContext) {
  yield '['
  let separator = '\n'
  for await (const posts of listAll(context))
    for (const post of posts) {
      yield separator + JSON.stringify(describe(post, context.siteUrl))
      separator = ',\n'
    }
  yield '\n]\n'
}

/** Writes a field as RFC 4180 says. Lists are separated by spaces, which neither tags nor ids of models contain. */
const toCsvField = (value: Row[keyof Row]): string => {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

async function* csv(context: ExportContext) {
  let isFirst = true
  for await (const posts of listAll(context)) {
    const rows = posts.map((post) => describe(post, context.siteUrl))
    if (isFirst) yield `${COLUMNS.join(',')}\r\n`
    isFirst = false
    yield rows.map((row) => `${COLUMNS.map((name) => toCsvField(row[name])).join(',')}\r\n`).join('')
  }
}

const COLUMNS: readonly (keyof Row)[] = [
  'id',
  ...formFieldNames,
  'promptTruncated',
  'topic',
  'author',
  'url',
  'score',
  'version',
  'createdAt',
]
