import { ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server'
import { readByForm } from '@prompt-collection/prompt-blanks/read-by-form'
import { toMarkdownLine } from '#core/markdown-line.ts'
import { paths } from '#core/paths.ts'
import { getCollection } from '#features/collections/contract.ts'
import { renderPostMarkdown } from '#features/feeds/server/syndication/plain-text.ts'
import { getPost, type PostCard } from '#features/posts/contract.ts'
import { searchPosts } from '#features/search/contract.ts'
import { listSuggestions } from '#features/search/contract-suggestions.ts'
import { getVersion } from '#features/versions/contract.ts'
import type { CallApi } from './call-api.ts'
import { UNTRUSTED } from './describe-prompt.ts'

type Site = { call: CallApi; siteUrl: string }
type Variables = Record<string, string | string[] | undefined>

/** A kind of resource: its address with variables, and how it is read as Markdown. */
type Kind = {
  name: string
  uri: string
  title: string
  description: string
  read: (variables: Variables, site: Site) => Promise<string>
}

const toId = (value: string | string[] | undefined): number => {
  if (typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value)) return Number(value)
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The address needs a number')
}

/** The address in which a title can be completed. */
export const TITLE_URI = 'prompts://titles/{title}'

export const resourceKinds: readonly Kind[] = [
  {
    name: 'prompt',
    uri: 'prompts://posts/{id}',
    title: 'Prompt',
    description: 'A prompt with its description, by its id',
    read: async ({ id }, site) => {
      const { data } = await site.call(getPost, { params: { id: toId(id) } })
      return renderPost(data, site)
    },
  },
  {
    name: 'version',
    uri: 'prompts://posts/{id}/versions/{number}',
    title: 'Version of a prompt',
    description: 'A prompt as it was at a version',
    read: async ({ id, number }, { call, siteUrl }) => {
      const { data } = await call(getVersion, { params: { id: toId(id), number: toId(number) } })
      const { title, description, prompt, form, number: found } = data.version
      const link = `${siteUrl}${paths.version(data.post.id, found)}`
      return `# ${toMarkdownLine(title)}\n\n${description}\n\n- Version: ${found}\n- Link: ${link}\n\n## Prompt\n\n${indent(readByForm(prompt, form))}\n`
    },
  },
  {
    name: 'collection',
    uri: 'prompts://collections/{id}',
    title: 'Collection',
    description: 'The first page of a collection, by the id in its link',
    read: async ({ id }, { call }) => {
      const { data } = await call(getCollection, { params: { id: String(id) } })
      const { title, description } = data.collection
      const items = data.items.map(
        ({ post }) => `- [${toMarkdownLine(post.title)}](prompts://posts/${post.id})`,
      )
      return `# ${toMarkdownLine(title)}\n\n${description}\n\n${items.join('\n')}\n`
    },
  },
  {
    name: 'titled-prompt',
    uri: TITLE_URI,
    title: 'Prompt by its title',
    description: 'The public prompt that fits a title best',
    read: async ({ title }, site) => {
      const { data } = await site.call(searchPosts, { query: { q: `"${String(title)}"`, limit: '1' } })
      const [found] = data
      if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'No prompt has this title')
      return renderPost((await site.call(getPost, { params: { id: found.id } })).data, site)
    },
  },
]

const renderPost = (post: PostCard, { siteUrl }: Site): string => renderPostMarkdown(siteUrl, post)

const indent = (text: string): string => text.replace(/^/gm, '    ')

/** Suggests titles of public prompts that begin with what has been typed. */
export const completeTitle = async (call: CallApi, value: string): Promise<string[]> =>
  value.trim() === ''
    ? []
    : (await call(listSuggestions, { query: { q: value } })).data.posts.map(({ title }) => title)

export const toTemplate = ({ uri }: Kind) => new ResourceTemplate(uri, { list: undefined })

export const toContents = (uri: string, text: string) => ({
  contents: [{ uri, mimeType: 'text/markdown', text: `<!-- ${UNTRUSTED} -->\n\n${text}` }],
})
