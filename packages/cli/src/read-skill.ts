import { createHash } from 'node:crypto'
import {
  getPostsByIdExport,
  getPostsByIdSkill,
  getPostsByIdSkillFilesByDigest,
  type PostPage,
} from '@prompt-collection/client'
import { parseDocument } from 'yaml'
import { CliError } from './cli-error.ts'
import type { Session } from './session.ts'

export type SkillFile = { path: string; content: string }
/** The files of a skill, `SKILL.md` first. The name is that of its folder. */
export type Skill = { name: string; files: SkillFile[] }

const SKILL_MD = 'SKILL.md'

/** The names that the specification of skills allows (https://agentskills.io/specification). */
const SKILL_NAME = /^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/

/** More than a site accepts, so that only one that does something else is refused. */
const MAX_FILES = 200
const MAX_BYTES = 10_000_000

/** Reads a prompt as a skill: the newest version of one that is a skill, or `SKILL.md` of any other prompt. */
export const readSkill = async ({ api }: Session, post: PostPage): Promise<Skill> => {
  const files = post.form === 'skill' ? await readRelease(api, post.id) : await readExport(api, post.id)
  const [main] = files
  if (main?.path !== SKILL_MD) throw new CliError('The skill has no SKILL.md, so it cannot be installed.')
  for (const { path } of files) requireSafePath(path)
  return { name: readName(main.content), files }
}

const readExport = async (api: Session['api'], id: number): Promise<SkillFile[]> => {
  const { data } = await getPostsByIdExport({
    ...api,
    path: { id },
    query: { format: 'skill' },
    parseAs: 'text',
  })
  return [{ path: SKILL_MD, content: String(data) }]
}

const readRelease = async (api: Session['api'], id: number): Promise<SkillFile[]> => {
  const { releases } = (await getPostsByIdSkill({ ...api, path: { id } })).data
  const release = releases.find(({ withdrawnAt }) => withdrawnAt === null)
  if (!release) throw new CliError(`The skill has been withdrawn: ${releases[0]?.withdrawnReason}`)
  const bytes = release.files.reduce((sum, { size }) => sum + size, 0)
  if (release.files.length > MAX_FILES || bytes > MAX_BYTES) throw new CliError('The skill is too large.')
  const files: SkillFile[] = []
  for (const { path, sha256: digest } of release.files) {
    const { content } = (await getPostsByIdSkillFilesByDigest({ ...api, path: { id, digest } })).data
    if (createHash('sha256').update(content).digest('hex') !== digest)
      throw new CliError(`${path} is not what the skill names by its digest.`)
    files.push({ path, content })
  }
  return files
}

/** Reads the name of a skill, which becomes the name of its folder. */
const readName = (text: string): string => {
  const [, head = ''] = /^---\n([\s\S]*?\n)---(?:\n|$)/.exec(text) ?? []
  const name: unknown = parseDocument(head).get('name')
  if (typeof name === 'string' && SKILL_NAME.test(name)) return name
  throw new CliError('The skill has no valid name, so it cannot be installed.')
}

/** Throws unless a path leads to a visible file below the folder, in every file system. */
const requireSafePath = (path: string): void => {
  const isSafe = path.split('/').every((part) => /^(?!\.)[^\p{C}\\:*?"<>|]+(?<![. ])$/u.test(part))
  if (!isSafe)
    throw new CliError(`The skill has a file with a path that is not allowed: ${JSON.stringify(path)}`)
}
