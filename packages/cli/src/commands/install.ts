import { lstatSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { CliError } from '../cli-error.ts'
import { type Command, getText } from '../command.ts'
import { findPrompt, getSiteOfLink } from '../prompt-reference.ts'
import { readSkill, type SkillFile } from '../read-skill.ts'
import { openSession } from '../session.ts'
import { countOf, revealInvisible, toSafeLine } from '../terminal.ts'
import { writeAtomically } from '../write-atomically.ts'
import { requireWholePrompt } from './fill.ts'

/** Where agents look for skills. Claude Code, GitHub Copilot and others read this folder. */
const DEFAULT_FOLDER = '.claude/skills'

/** How much of a file is shown before it is written. The size of each is named. */
const MAX_SHOWN_LINES = 200

export const install: Command = {
  name: 'install',
  usage: 'ID|LINK',
  summary: 'Install a skill, or a prompt as one, for agents',
  details: `Writes NAME/SKILL.md and the skill's other files into ${DEFAULT_FOLDER} of the current folder. Codex and other agents read .agents/skills (--dir .agents/skills). A skill tells your agent what to do, so its text is shown first.`,
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
    const post = await findPrompt(session, written)
    // Everybody may read the whole text of a public skill.
    const { name, files } = await readSkill(
      session,
      post.form === 'skill' ? post : requireWholePrompt(session, post),
    )
    const root = path.resolve(values.global ? homedir() : '.', getText(values, 'dir') ?? DEFAULT_FOLDER)
    const folder = path.join(root, name)
    for (const file of files) requireOwnFolders(root, `${name}/${file.path}`)
    const changed = files.filter((file) => readPresent(path.join(folder, file.path)) !== file.content)
    const result = { id: post.id, name, folder, files: files.map((file) => file.path) }
    if (changed.length === 0) {
      terminal.print(`${folder} is up to date.`)
      terminal.printJson({ ...result, isChanged: false })
      return
    }
    for (const file of changed) terminal.note(describe(file))
    terminal.note(`@${toSafeLine(post.user.username)} wrote this. It tells your agent what to do.`)
    const isNew = changed.length === files.length && readPresent(path.join(folder, 'SKILL.md')) === null
    await terminal.confirm(`${isNew ? 'Write' : 'Replace'} ${countOf(changed.length, 'file')} in ${folder}?`)
    // `SKILL.md` is the last, so that no agent finds half of a skill.
    for (const { path: name, content } of changed.toReversed())
      writeAtomically(path.join(folder, name), content)
    terminal.print(`Installed ${terminal.style('bold', name)} in ${folder}`)
    terminal.printJson({ ...result, isChanged: true })
  },
}

const describe = ({ path: name, content }: SkillFile): string => {
  const lines = content.split('\n')
  const rest = lines.length - MAX_SHOWN_LINES
  return [
    `── ${toSafeLine(name)}, ${countOf(Buffer.byteLength(content), 'byte')} ──`,
    revealInvisible(lines.slice(0, MAX_SHOWN_LINES).join('\n')),
    ...(rest > 0 ? [`… ${countOf(rest, 'more line')}`] : []),
  ].join('\n')
}

/** A link in the place of a folder of the skill could lead elsewhere. */
const requireOwnFolders = (root: string, file: string): void => {
  let folder = root
  for (const part of file.split('/').slice(0, -1)) {
    folder = path.join(folder, part)
    const found = lstatSync(folder, { throwIfNoEntry: false })
    if (found && !found.isDirectory()) throw new CliError(`${folder} is in the way: it is no folder.`)
  }
}

const readPresent = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
