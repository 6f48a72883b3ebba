import { lstatSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { getPostsByIdExport } from '@prompt-collection/client'
import { parseDocument } from 'yaml'
import { CliError } from '../cli-error.ts'
import { type Command, getText } from '../command.ts'
import { findPrompt, getSiteOfLink } from '../prompt-reference.ts'
import { openSession } from '../session.ts'
import { revealInvisible, toSafeLine } from '../terminal.ts'
import { writeAtomically } from '../write-atomically.ts'
import { requireWholePrompt } from './fill.ts'

/** Where agents look for skills. Claude Code, GitHub Copilot and others read this folder. */
const DEFAULT_FOLDER = '.claude/skills'

/** The names that the specification of skills allows (https://agentskills.io/specification). */
const SKILL_NAME = /^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/

export const install: Command = {
  name: 'install',
  usage: 'ID|LINK',
  summary: 'Install a prompt as a skill for agents',
  details: `Writes NAME/SKILL.md into ${DEFAULT_FOLDER} of the current folder. Codex and other agents read .agents/skills (--dir .agents/skills). A skill tells your agent what to do, so its text is shown first.`,
  words: [1, 1],
  options: {
    dir: {
      type: 'string',
      description: `the folder with skills, ${DEFAULT_FOLDER} by default`,
      value: 'DIR',
    },
    global: { type: 'boolean', short: 'g', description: 'install it for all projects, in your home folder' },
    yes: { type: 'boolean', short: 'y', description: 'do not ask' },
  },
  run: async ({ values, positionals: [written = ''], terminal }) => {
    const session = await openSession({ site: getText(values, 'site') ?? getSiteOfLink(written) })
    const post = requireWholePrompt(session, await findPrompt(session, written))
    const { data } = await getPostsByIdExport({
      ...session.api,
      path: { id: post.id },
      query: { format: 'skill' },
      parseAs: 'text',
    })
    const text = String(data)
    const name = readName(text)
    const root = path.resolve(values.global ? homedir() : '.', getText(values, 'dir') ?? DEFAULT_FOLDER)
    const file = path.join(root, name, 'SKILL.md')
    requireOwnFolder(path.dirname(file))
    const present = readPresent(file)
    const result = { id: post.id, name, file }
    if (present === text) {
      terminal.print(`${file} is up to date.`)
      terminal.printJson({ ...result, isChanged: false })
      return
    }
    terminal.note(revealInvisible(text))
    terminal.note(`@${toSafeLine(post.user.username)} wrote this. It tells your agent what to do.`)
    await terminal.confirm(`${present === null ? 'Write' : 'Replace'} ${file}?`)
    writeAtomically(file, text)
    terminal.print(`Installed ${terminal.style('bold', name)} in ${file}`)
    terminal.printJson({ ...result, isChanged: true })
  },
}

/** Reads the name of a skill, which becomes the name of its folder. */
const readName = (text: string): string => {
  const [, head = ''] = /^---\n([\s\S]*?\n)---(?:\n|$)/.exec(text) ?? []
  const name: unknown = parseDocument(head).get('name')
  if (typeof name === 'string' && SKILL_NAME.test(name)) return name
  throw new CliError('The skill has no valid name, so it cannot be installed.')
}

/** A link in the place of the skill could lead out of the folder. */
const requireOwnFolder = (folder: string): void => {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) throw new CliError(`${folder} is in the way: it is no folder.`)
}

const readPresent = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
