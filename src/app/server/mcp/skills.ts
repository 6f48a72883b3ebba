import { type SkillReadResult, SkillsExtension } from '@modelcontextprotocol/server/ext/skills'
import type { EndpointResponse } from '#core/endpoint.ts'
import { SKILL_MD } from '#core/skill.ts'
import { getSkillFile, listSkills } from '#features/skills/contract.ts'
import { asProtocolError, type CallApi } from './call-api.ts'

type ListedSkill = EndpointResponse<typeof listSkills>[number]

const toUri = (name: string, path: string): string =>
  `skill://${name}/${path.split('/').map(encodeURIComponent).join('/')}`

/** Returns the name of the skill and the path of the file at an address, or null if it is no address of a file. */
const parseUri = (uri: string): { name: string; path: string } | null => {
  const [, name, path] = /^skill:\/\/([a-z0-9-]{1,64})\/([^?#]+)$/.exec(uri) ?? []
  if (name === undefined || path === undefined) return null
  try {
    return { name, path: decodeURIComponent(path) }
  } catch {
    return null
  }
}

const describe = ({ name, frontMatter, files }: ListedSkill) => ({
  uri: toUri(name, SKILL_MD),
  frontmatter: frontMatter,
  resources: files.map(({ path, sha256, size }) => ({
    uri: toUri(name, path),
    digest: `sha256:${sha256}`,
    size,
  })),
})

/** The public skills of the site, as the extension for skills serves them (`skills/list`, `skills/get`, `skill://`). */
export const createSkillsExtension = (call: CallApi): SkillsExtension => {
  const find = async (uri: string): Promise<{ skill: ListedSkill; path: string } | undefined> => {
    const address = parseUri(uri)
    if (!address) return undefined
    const { data } = await asProtocolError(() => call(listSkills, { query: { name: address.name } }))
    return data[0] && { skill: data[0], path: address.path }
  }
  return new SkillsExtension({
    source: {
      list: async ({ cursor }) => {
        const { data, after } = await asProtocolError(() =>
          call(listSkills, { query: cursor === undefined ? {} : { after: cursor } }),
        )
        return { skills: data.map(describe), ...(after !== null && { nextCursor: after }) }
      },
      get: async (uri) => {
        const found = await find(uri)
        return found?.path === SKILL_MD ? describe(found.skill) : undefined
      },
      read: async (uri): Promise<SkillReadResult | undefined> => {
        const found = await find(uri)
        const file = found?.skill.files.find(({ path }) => path === found.path)
        if (!found || !file) return undefined
        const { data } = await asProtocolError(() =>
          call(getSkillFile, { params: { id: found.skill.postId, digest: file.sha256 } }),
        )
        return { text: data.content, mimeType: /\.md$/i.test(file.path) ? 'text/markdown' : 'text/plain' }
      },
    },
  })
}
