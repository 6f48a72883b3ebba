import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import { toMarkdownLine } from '#core/markdown-line.ts'
import { paths } from '#core/paths.ts'
import { pick } from '#core/pick.ts'
import { readSkill } from '#core/skill.ts'
import { buildSeoSlug } from '#core/slugs.ts'
import type { Viewer } from '#core/viewer.ts'
import { renderPostMarkdown } from '#features/feeds/server/syndication/plain-text.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { formFieldNames } from '#features/posts/contract-fields.ts'
import type { PromptFileFormat } from '#features/posts/contract-values.ts'
import { selectFullCardsById } from '#features/posts/server/card-query.ts'
import { renderPromptFile, toFileName } from '#features/posts/server/prompt-files.ts'
import { readFiles } from '#features/skills/server/releases-query.ts'
import type { ReadRunner } from '#server/http/serve-endpoint.ts'
import { readPatiently } from '#server/limits/read-patiently.ts'
import type { Collection } from '../contract.ts'
import type { ExportFormat } from '../contract-values.ts'
import { selectItemRows } from './items-query.ts'
import { requireCollection } from './read-collections.ts'

/** The number of posts read at a time. A prompt can have 200,000 characters, so only a few are held in memory. */
const POSTS_PER_READ = 10

type Item = { note: string; post: PostCard }
type ExportContext = { read: ReadRunner; viewer: Viewer; siteUrl: string }
type Formats = { format: ExportFormat; files?: PromptFileFormat | undefined }
type Download = { type: string; name: string; stream: Readable }

/**
 * Streams a file that contains the collection's posts in order, leaving out posts that the viewer cannot see.
 * Members get whole prompts; visitors get only the first 150 characters of each. Throws 404 if the viewer
 * cannot read the collection.
 */
export const exportCollection = async (
  { read, viewer, siteUrl }: ExportContext,
  linkId: string,
  { format, files }: Formats,
): Promise<Download> => {
  const collection = await read((sql) => requireCollection(sql, viewer, linkId))
  const items = listAll(read, viewer, collection.rowId)
  const name = buildSeoSlug(collection.title, 'collection')
  if (format === 'zip')
    return {
      type: 'application/zip',
      name: `${name}.zip`,
      stream: Readable.from(makeZip(listFiles({ read, siteUrl }, collection, items, files))),
    }
  const [type, extension, chunks] =
    format === 'json'
      ? ['application/json; charset=utf-8', 'json', json(siteUrl, collection, items)]
      : ['text/markdown; charset=utf-8', 'md', markdown(siteUrl, collection, items)]
  return { type, name: `${name}.${extension}`, stream: Readable.from(chunks, { objectMode: false }) }
}

async function* listAll(read: ReadRunner, viewer: Viewer, collectionId: number): AsyncGenerator<Item> {
  let after = 0
  for (;;) {
    const { rows, posts } = await readPatiently(() =>
      read(async (sql) => {
        const rows = await selectItemRows(sql, viewer, collectionId, { after, max: POSTS_PER_READ })
        const cards = await selectFullCardsById(
          sql,
          viewer,
          rows.map(({ postId }) => postId),
        )
        return { rows, posts: new Map(cards.map((card) => [card.id, card])) }
      }),
    )
    for (const { postId, note } of rows) {
      const post = posts.get(postId)
      if (post) yield { note, post }
    }
    if (rows.length < POSTS_PER_READ) return
    after = rows.at(-1)?.position ?? 0
  }
}

const introduction = (siteUrl: string, { title, description, user, ...collection }: Collection): string =>
  [
    `# ${toMarkdownLine(title)}`,
    ...(description ? [description] : []),
    `By ${user.username}`,
    ...(collection.visibility === 'private' ? [] : [siteUrl + paths.collection({ ...collection, title })]),
    '',
  ].join('\n\n')

const quoted = (note: string): string => (note ? `\n> ${note.replaceAll('\n', '\n> ')}\n` : '')

async function* markdown(siteUrl: string, collection: Collection, items: AsyncIterable<Item>) {
  yield introduction(siteUrl, collection)
  for await (const { note, post } of items) yield `${quoted(note)}\n${renderPostMarkdown(siteUrl, post, 2)}`
}

async function* json(siteUrl: string, collection: Collection, items: AsyncIterable<Item>) {
  const { title, description, user } = collection
  yield `${JSON.stringify({ title, description, author: user.username }).slice(0, -1)},"posts":[`
  let separator = '\n'
  for await (const item of items) {
    yield separator + JSON.stringify(described(siteUrl, item))
    separator = ',\n'
  }
  yield ']}\n'
}

const described = (siteUrl: string, { note, post }: Item) => ({
  ...pick(post, formFieldNames),
  promptTruncated: post.promptTruncated,
  topic: post.topic?.name ?? null,
  author: post.user.username,
  url: post.isPrivate ? null : siteUrl + paths.post(post),
  createdAt: post.createdAt,
  note,
})

type ZippedFile = { name: string; lastModified: Date; input: string }

async function* listFiles(
  { read, siteUrl }: Pick<ExportContext, 'read' | 'siteUrl'>,
  collection: Collection,
  items: AsyncIterable<Item>,
  format?: PromptFileFormat,
): AsyncGenerator<ZippedFile> {
  yield { name: 'README.md', lastModified: collection.updatedAt, input: introduction(siteUrl, collection) }
  const folders = new Set<string>()
  let position = 0
  for await (const item of items) {
    position += 1
    const { post } = item
    const lastModified = post.createdAt
    if (!format) yield { lastModified, ...renderForReading(siteUrl, item, position) }
    else if (format !== 'skill') {
      const { name, text } = renderFile(siteUrl, post, format)
      yield { lastModified, name: numbered(position, name), input: text }
    } else
      for (const { name, input } of await listSkillFiles({ read, siteUrl }, post, folders))
        yield { lastModified, name, input }
  }
}

const numbered = (position: number, name: string): string => `${String(position).padStart(4, '0')}-${name}`

const renderForReading = (siteUrl: string, { note, post }: Item, position: number) => ({
  name: numbered(position, `${buildSeoSlug(post.title, post.type)}.md`),
  input: `${renderPostMarkdown(siteUrl, post)}${quoted(note)}`,
})

const renderFile = (siteUrl: string, post: PostCard, format: PromptFileFormat) => {
  const url = post.isPrivate ? null : siteUrl + paths.post(post)
  return renderPromptFile({ ...post, author: post.user.username, url }, format)
}

/** Lists the files of a post as a skill. They are in a folder with the name of the skill, as programs expect. */
const listSkillFiles = async (
  { read, siteUrl }: Pick<ExportContext, 'read' | 'siteUrl'>,
  post: PostCard,
  folders: Set<string>,
) => {
  const { name: ownName, files } = readSkill(post.skill)
  const name = ownName || toFileName(post)
  const folder = folders.has(name) ? `${name}-${post.id}` : name
  folders.add(folder)
  const skillMd = renderFile(siteUrl, post, 'skill')
  const others = files.length > 0 && !post.promptTruncated ? await read((sql) => readFiles(sql, files)) : []
  return [
    { name: `${folder}/${skillMd.name}`, input: skillMd.text },
    ...others.map(({ path, content }) => ({ name: `${folder}/${path}`, input: content })),
  ]
}
